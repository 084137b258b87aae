// The station's search must find printers that the real Avahi announces. Runs avahi-daemon from its unpacked Debian package and
// ippeveprinter of CUPS in their own namespaces, and removes everything afterwards.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../tools/project-root.mjs';
import { onPath } from '../../tools/system-libraries.mjs';

export interface DiscoveryReport {
	searches: number;
	/** Printers found, over all searches. */
	found: number;
	/** Of these, printers that reported over IPP that they are ready. */
	ready: number;
	/** Announced but not found. */
	lost: number;
	/** Found although not announced, or announced without a supported language, or listed twice. */
	misreported: number;
	/** What avahi-browse prints, and what the station listed in the last search. */
	browsed: string[];
	listed: string[];
}

const PACKAGES = [
	'avahi-daemon',
	'avahi-utils',
	'libavahi-core7',
	'libavahi-common3',
	'libavahi-client3',
	'libdaemon0',
];

const BUS = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path=/run/dbus/system_bus_socket</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/></policy>
</busconfig>`;
const AVAHI = `[server]
host-name=waybilltest
use-ipv4=yes
use-ipv6=no
allow-interfaces=lo
[publish]
publish-workstation=no
`;

/** Runs as the first process of its PID namespace: every other process ends with it. */
const SCRIPT = `
set -e
until_true() { for _ in $(seq 100); do if "$@" >/dev/null 2>&1; then return; fi; sleep 0.1; done; echo "failed: $*" >&2; exit 1; }
ip link set lo up
ip link set lo multicast on
ip route add 224.0.0.0/4 dev lo
for name in passwd group; do cp /etc/$name $name; done
echo 'avahi:x:65533:65533::/run/avahi-daemon:/usr/sbin/nologin' >> passwd
echo 'avahi:x:65533:' >> group
for name in passwd group; do mount --bind $name /etc/$name; done
mount -t tmpfs tmpfs /run
mkdir -p /run/dbus /run/avahi-daemon spool keys
dbus-daemon --config-file=bus.conf --nofork --nopidfile 2>bus.log &
until_true test -S /run/dbus/system_bus_socket
avahi() { name=$1; shift; LD_LIBRARY_PATH=$(echo root/usr/lib/*-linux-gnu) root/usr/$name "$@"; }
avahi sbin/avahi-daemon -f avahi.conf --no-drop-root --no-chroot --no-rlimits 2>avahi.log &
until_true test -S /run/avahi-daemon/socket
/usr/sbin/ippeveprinter -p 8631 -n localhost -d spool -K keys -f application/pdf 'Shelf printer' 2>shelf.log &
/usr/sbin/ippeveprinter -p 8632 -n localhost -r off -d spool -K keys -f application/pdf 'Hidden printer' 2>hidden.log &
avahi bin/avahi-publish-service 'Label printer' _pdl-datastream._tcp 9100 'ty=Label printer ZPL' 2>label.log &
avahi bin/avahi-publish-service 'Laser printer' _pdl-datastream._tcp 9101 pdl=application/postscript 2>laser.log &
browse() { avahi bin/avahi-browse -rpt _ipp._tcp; avahi bin/avahi-browse -rpt _pdl-datastream._tcp; }
are_announced() { browse > browsed; test $(grep -c '^=' browsed) -eq 3; }
until_true are_announced
cd "$PROJECT"
exec node --import tsx test/faults/discovery-search.ts "$COUNT"
`;

/** @param count number of searches, 3 s each */
export async function discoverWithAvahi(count: number): Promise<DiscoveryReport> {
	if (process.getuid?.() !== 0 || !onPath('unshare') || !onPath('apt-get'))
		throw new Error(
			'This campaign needs Debian, root and unshare: it runs Avahi in its own network and mount namespaces.',
		);
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-discovery-'));
	try {
		mkdirSync(path.join(folder, 'packages'));
		const cwd = path.join(folder, 'packages');
		execFileSync('apt-get', ['download', '-qq', ...PACKAGES], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
		for (const name of readdirSync(cwd)) execFileSync('dpkg-deb', ['-x', name, path.join(folder, 'root')], { cwd });
		writeFileSync(path.join(folder, 'bus.conf'), BUS);
		writeFileSync(path.join(folder, 'avahi.conf'), AVAHI);
		const output = execFileSync(
			'unshare',
			['--mount', '--net', '--pid', '--fork', '--kill-child', 'sh', '-c', SCRIPT],
			{
				cwd: folder,
				encoding: 'utf8',
				env: { ...process.env, PROJECT: projectRoot, COUNT: String(count), BROWSED: path.join(folder, 'browsed') },
				stdio: ['ignore', 'pipe', 'inherit'],
			},
		);
		return JSON.parse(output) as DiscoveryReport;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

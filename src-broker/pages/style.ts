// The stylesheet of the service's HTML pages, light and dark. Colours, fonts and controls are those of the station (src-renderer/styles).

/** URL path of the pages' font files. */
export const FONTS_PATH = '/fonts';

/** Font files in resources/fonts by the name in the URL, with the characters that each contains. */
export const FONT_FILES = {
	'inter-latin.woff2': {
		file: 'Inter-latin.woff2',
		characters:
			'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
	},
	'inter-latin-ext.woff2': {
		file: 'Inter-latin-ext.woff2',
		characters:
			'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
	},
} as const;

/** With `optional`, a font that arrives late is used from the next page on, so that no text waits for its font or moves. */
const FONT_FACES = Object.entries(FONT_FILES)
	.map(
		([name, { characters }]) =>
			`@font-face { font-family: Inter; font-weight: 100 900; font-display: optional; src: url("${FONTS_PATH}/${name}") format("woff2"); unicode-range: ${characters}; }`,
	)
	.join('\n');

const TOKENS = `
:root { color-scheme: light dark;
	--surface: #f7f8fa; --raised: #fff; --field: #fff; --line: #dfe3e9; --field-line: #8f99a8; --text: #151a22; --muted: #5b6675;
	--accent: #2450c8; --on-accent: #fff; --ok: #0f6b3d; --warn: #854a06; --danger: #a92020;
	--accent-tint: #eef4ff; --ok-tint: #ecfaf1; --warn-tint: #fef8e7; --danger-tint: #fef1f1; --neutral-tint: #eff1f4; }
@media (prefers-color-scheme: dark) { :root {
	--surface: #151a22; --raised: #1a2029; --field: #151a22; --line: #2f3845; --field-line: #6b7686; --text: #eff1f4; --muted: #a5afbc;
	--accent: #93b4fd; --on-accent: #0e1218; --ok: #71d09a; --warn: #f7c14f; --danger: #f79d9d;
	--accent-tint: #172243; --ok-tint: #0c2a1b; --warn-tint: #2b1f08; --danger-tint: #350f0f; --neutral-tint: #252d38; } }`;

const ELEMENTS = `
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-bottom: 80px; }
body { margin: 0; font: 15px/1.45 Inter, system-ui, sans-serif; color: var(--text); background: var(--surface); overflow-wrap: anywhere; }
header, main, footer { max-width: 72rem; margin: 0 auto; padding: 12px 24px; }
main { padding-top: 16px; padding-bottom: 32px; }
h1 { font-size: 22px; line-height: 1.25; letter-spacing: -.01em; margin: 0 0 16px; }
h2 { font-size: 15px; margin: 24px 0 8px; }
p { margin: 8px 0; }
a { color: var(--accent); }
small { font-size: 13px; color: var(--muted); }
.soft { color: var(--muted); }
code { font: .95em/1.4 ui-monospace, "JetBrains Mono", SFMono-Regular, Menlo, Consolas, monospace; }
pre { white-space: pre-wrap; }
svg { display: block; flex: none; }
.card { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: 16px; margin: 0 0 16px; }
.card > :first-child { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-size: 13px; font-weight: 500; color: var(--muted); white-space: nowrap; }
th, td { padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
tbody tr:last-child > * { border-bottom: 0; }
td code { white-space: nowrap; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
dl { display: grid; grid-template-columns: 144px 1fr; gap: 8px 16px; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }`;

const CONTROLS = `
label { display: block; font-size: 13px; color: var(--muted); }
label > input, label > select { margin-top: 4px; }
label.tick { display: flex; gap: 8px; align-items: center; align-self: end; min-height: 36px; color: var(--text); font-size: 15px; }
label.tick input { margin: 0; }
input, select { font: inherit; font-size: 15px; color: var(--text); background: var(--field); border: 1px solid var(--field-line); border-radius: 6px; min-height: 36px; padding: 6px 10px; width: 100%; }
input[type=checkbox] { min-height: 0; width: 18px; height: 18px; margin: 0; accent-color: var(--accent); flex: none; }
[aria-invalid] { border-color: var(--danger); outline: 1px solid var(--danger); }
button, .button { display: inline-flex; align-items: center; justify-content: center; font: inherit; font-weight: 500; overflow-wrap: normal; min-height: 36px; padding: 6px 14px; border: 1px solid var(--field-line); border-radius: 6px; background: var(--raised); color: var(--text); cursor: pointer; text-decoration: none; }
button.main, .button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.danger { background: var(--danger); border-color: var(--danger); color: var(--on-accent); }
button.plain { font-weight: inherit; border: 0; background: none; color: var(--accent); padding: 6px 0; text-decoration: underline; }
form.inline { display: inline; }
.row { display: flex; gap: 8px 12px; flex-wrap: wrap; align-items: end; margin: 0 0 16px; }
fieldset { border: 0; padding: 0; margin: 0 0 16px; min-width: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(208px, 1fr)); gap: 12px; }
fieldset.line { grid-template-columns: repeat(auto-fit, minmax(112px, 1fr)); }
legend { font-weight: 600; padding: 0 0 8px; }
.error { color: var(--danger); font-size: 13px; }
.alert { border-color: var(--danger); background: var(--danger-tint); }
.warning { border-color: var(--warn); background: var(--warn-tint); }
.done { color: var(--ok); }`;

const TIMELINE = `
.badge { display: inline-flex; gap: 6px; align-items: center; padding: 2px 8px 2px 6px; border-radius: 6px; font-size: 13px; font-weight: 500; white-space: nowrap; background: var(--neutral-tint); }
.tone-accent { color: var(--accent); background: var(--accent-tint); }
.tone-ok { color: var(--ok); background: var(--ok-tint); }
.tone-warn { color: var(--warn); background: var(--warn-tint); }
ol.timeline { list-style: none; margin: 0; padding: 0; }
ol.timeline li { position: relative; padding: 0 0 20px 32px; }
ol.timeline li::before { content: ""; position: absolute; left: 9px; top: 20px; bottom: 0; width: 2px; background: var(--line); }
ol.timeline li:last-child { padding-bottom: 0; }
ol.timeline li:last-child::before { display: none; }
ol.timeline .sign { position: absolute; left: 0; top: 1px; background: none; }
ol.timeline .tone-neutral { color: var(--muted); }
ol.timeline strong { font-weight: 600; }
ol.timeline time { font-variant-numeric: tabular-nums; }`;

const TRACKING = `
main.tracking, footer.tracking { max-width: 40rem; }
main.tracking { padding-top: 24px; padding-bottom: 0; }
.carrier { display: flex; gap: 12px; align-items: center; margin: 0 0 16px; }
.carrier strong { display: block; line-height: 1.25; }
h1.state { margin: 0; font-size: 26px; background: none; }
.day { font-size: 18px; margin: 4px 0 0; }
.day strong { font-weight: 600; }
h1.tone-neutral { color: var(--text); }
.tracking dl { grid-template-columns: fit-content(45%) 1fr; }
ol.progress { list-style: none; display: grid; grid-template-columns: repeat(4, 1fr); margin: 20px 0 0; padding: 0; font-size: 13px; line-height: 1.3; text-align: center; color: var(--muted); }
ol.progress li { position: relative; padding: 34px 3px 0; overflow-wrap: normal; hyphens: auto; }
ol.progress .sign { position: absolute; top: 0; left: calc(50% - 13px); z-index: 1; width: 26px; height: 26px; padding: 2px; border: 2px solid var(--field-line); border-radius: 50%; background: var(--raised); color: var(--raised); }
ol.progress li + li::before { content: ""; position: absolute; top: 11px; right: 50%; width: 100%; height: 4px; background: var(--line); }
ol.progress li.reached { color: var(--text); }
ol.progress li.reached::before { background: var(--accent); }
ol.progress li.reached .sign { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
ol.progress li[aria-current] { font-weight: 600; }
ol.progress li.warned .sign { background: var(--warn); border-color: var(--warn); color: var(--raised); }
ol.progress li.complete .sign { background: var(--ok); border-color: var(--ok); color: var(--raised); }
ol.progress li.complete::before { background: var(--ok); }
ol.progress.complete li.reached .sign { background: var(--ok); border-color: var(--ok); color: var(--raised); }
ol.progress.complete li::before { background: var(--ok); }
.languages { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; margin: 0; }
.languages a, .languages span, .languages button { min-height: 36px; padding: 8px 0; }
.languages [aria-current] { color: var(--text); font-weight: 600; }`;

const ACCOUNT = `
header.bar { max-width: none; padding: 0; background: var(--raised); border-bottom: 1px solid var(--line); }
.bar nav { max-width: 72rem; margin: 0 auto; padding: 8px 24px; display: flex; flex-wrap: wrap; gap: 4px 20px; align-items: center; }
.bar .home { display: flex; gap: 8px; align-items: center; margin-right: auto; min-height: 36px; color: var(--text); font-weight: 600; text-decoration: none; }
.bar a { padding: 6px 0; }
h1 .badge { vertical-align: middle; letter-spacing: 0; }
h2 svg { display: inline-block; vertical-align: -3px; margin-right: 8px; }
.warning h2 { color: var(--warn); }
.alert h2 { color: var(--danger); }
.card ul { margin: 8px 0; padding-left: 20px; }
.narrow { max-width: 32rem; }
fieldset.stack { grid-template-columns: 1fr; }
.columns { display: grid; grid-template-columns: 1fr 1fr; gap: 0 16px; align-items: start; }
.offer { font-size: 18px; font-variant-numeric: tabular-nums; }
.filters { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: end; margin: 0 0 16px; }
.filters label { flex: 1 1 144px; }
.filters .wide { flex: 3 1 256px; }
.filters .button.plain { font-weight: inherit; border: 0; background: none; color: var(--accent); text-decoration: underline; }
.flush { padding: 0; }
table.shipments th, table.shipments td { padding: 8px 12px 8px 0; }
table.shipments tr > :first-child { padding-left: 16px; }
table.shipments tr > :last-child { padding-right: 16px; }
table.shipments .pick { width: 46px; }
table.shipments thead > * > * { padding-top: 12px; }
.day-row th { background: var(--surface); color: var(--text); font-weight: 600; }
.carrier-cell > span { display: flex; gap: 8px; }
.price { font-weight: 600; }
td.id { font-variant-numeric: tabular-nums; }
.versions td { vertical-align: top; }
.actions { position: sticky; bottom: 0; margin: 0 -16px -16px; padding: 12px 16px; background: var(--raised); border-top: 1px solid var(--line); border-radius: 0 0 6px 6px; align-items: center; }
.actions .plain { margin-left: auto; }`;

const PHONE = `
@media (max-width: 640px) {
	header, main, footer { padding-left: 16px; padding-right: 16px; }
	input, select, button, .button { min-height: 44px; font-size: 16px; }
	input[type=checkbox] { width: 24px; height: 24px; }
	label.tick { min-height: 44px; }
	dl { grid-template-columns: fit-content(45%) 1fr; }
	.columns { grid-template-columns: 1fr; }
	.bar nav { padding: 4px 16px; }
	.filters button, .filters .button { flex: 1; }
	table.shipments, table.shipments tbody { display: block; }
	table.shipments thead { display: none; }
	table.shipments .day-row { display: block; }
	table.shipments tr.day-row > th:first-child { display: block; padding: 8px 16px; }
	table.shipments tr:not(.day-row) { position: relative; display: grid; grid-template-columns: auto 1fr auto; gap: 4px 12px; padding: 12px 16px; border-bottom: 1px solid var(--line); }
	table.shipments tbody td:nth-child(n) { padding: 0; border: 0; }
	table.shipments .pick { grid-area: 1 / 1; width: auto; z-index: 1; }
	table.shipments .recipient { grid-area: 1 / 2; }
	table.shipments .price { grid-area: 1 / 3; font-size: 18px; }
	table.shipments .status { grid-area: 2 / 2; }
	table.shipments .id { grid-area: 2 / 3; text-align: right; }
	table.shipments .id br { display: none; }
	table.shipments .id small { margin-left: 8px; }
	table.shipments .carrier-cell { grid-area: 3 / 2 / auto / 4; }
	table.shipments .reference { grid-area: 4 / 2 / auto / 4; }
	table.shipments td:empty { display: none; }
	table.shipments .id a::after { content: ""; position: absolute; inset: 0; }
}`;

export const STYLE = [FONT_FACES, TOKENS, ELEMENTS, CONTROLS, TIMELINE, TRACKING, ACCOUNT, PHONE].join('\n');

// What each packer did in a range of days, from the event log. Without sign-in, the desk stands for its packers.
import type { PackerWork, ReportRange } from '../../src-contract/model/report';
import { startOfDay } from '../../src-contract/rules/days';
import type { Database } from '../platform/database';

/** Work time is counted in slots with at least one event. A break shorter than a slot counts as work. */
const SLOT_MINUTES = 15;

export const readPackerWork = (database: Database, { from, until }: ReportRange): PackerWork[] =>
	database.all<PackerWork>(
		`WITH work AS (
			SELECT coalesce(nullif(packer, ''), desk) AS name, kind, at, order_id, data FROM desk_event
			WHERE kind IN ('packing.opened', 'packing.scanned', 'packing.counted', 'packing.refused', 'packing.excepted',
				'packing.weighed', 'packing.closed', 'packing.labelVerified') AND at >= ?1 AND at < ?2
		), packed AS (
			-- From the last opening of the order to its closing by the same packer.
			SELECT name, unixepoch(at) - (SELECT max(unixepoch(opened.at)) FROM work AS opened
				WHERE opened.kind = 'packing.opened' AND opened.order_id = work.order_id AND opened.at <= work.at) AS seconds
			FROM work WHERE kind = 'packing.closed'
		)
		SELECT name, total(kind = 'packing.closed') AS orders,
			total(CASE WHEN kind = 'packing.closed' THEN data ->> 'pieces' END) AS pieces,
			total(kind = 'packing.refused') AS refusedScans, total(kind = 'packing.excepted') AS problems,
			count(DISTINCT unixepoch(at) / CAST(?3 AS INTEGER)) * ?4 AS hours,
			(SELECT avg(seconds) FROM packed WHERE packed.name = work.name) AS secondsPerOrder
		FROM work GROUP BY name ORDER BY orders DESC, name`,
		startOfDay(from).toISOString(),
		startOfDay(until, 1).toISOString(),
		SLOT_MINUTES * 60,
		SLOT_MINUTES / 60,
	);

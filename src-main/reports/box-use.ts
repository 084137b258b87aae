// The boxes that orders were packed into, by month: how many, how much of their space stayed empty, and what they cost.
import type { BoxUse, ReportRange } from '../../src-contract/model/report';
import { startOfDay } from '../../src-contract/rules/days';
import type { Database } from '../platform/database';

/** Share above which a box counts as mostly empty. Regulation (EU) 2025/40, article 24, limits the empty space to half from 2030. */
const MAX_EMPTY_SHARE = 0.5;

export const readBoxUse = (database: Database, { from, until }: ReportRange): BoxUse[] =>
	database.all<BoxUse>(
		`SELECT strftime('%Y-%m', at, 'localtime') AS month, box.value ->> 'name' AS name, count(*) AS packages,
			avg(box.value ->> 'emptyShare') AS emptyShare, count(box.value ->> 'emptyShare') AS measured,
			total((box.value ->> 'emptyShare') > ?) AS mostlyEmpty, total(box.value ->> 'costEur') AS costEur
		FROM desk_event JOIN json_each(data, '$.cartons') AS box
		WHERE kind = 'packing.closed' AND at >= ? AND at < ?
		GROUP BY month, name ORDER BY month, packages DESC, name`,
		MAX_EMPTY_SHARE,
		startOfDay(from).toISOString(),
		startOfDay(until, 1).toISOString(),
	);

// IPC handlers of rates and duties estimates.
import type { HandlersOf } from '../../../src-contract/api/method';
import type { ratesApi } from '../../../src-contract/api/rates';
import type { Connection } from '../../connections/service-interface';
import type { Desktop } from '../../platform/desktop';
import type { DeskPrinting } from '../../printing/desk-printing';
import type { Quotes } from '../../shipments/quotes';

export interface RatesServices {
	quotes: Quotes;
	client: Connection;
	deskPrinting: DeskPrinting;
	desktop: Desktop;
}

export const ratesHandlers = ({ quotes, client, deskPrinting, desktop }: RatesServices) =>
	({
		'rates.quote': (input) => quotes.quote(input),
		'rates.cheaperVariant': (input) => quotes.findCheaperVariant(input),
		'duties.estimate': (input) => client.estimate(input),
		'duties.print': async () => deskPrinting.printEstimate(await desktop.pageAsPdf()),
	}) satisfies HandlersOf<typeof ratesApi>;

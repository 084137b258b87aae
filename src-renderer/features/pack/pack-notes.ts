// The notes of an order that the packer has to see, with their titles.
import { t } from '../../../src-contract/i18n';
import type { OrderNotes } from '../../../src-contract/model/saved-order';

export const packNotes = ({ customer, order, giftText }: OrderNotes) =>
	[
		{ id: 'customer', label: t('Note of the customer'), text: customer },
		{ id: 'order', label: t('Note on the order'), text: order },
		{ id: 'giftText', label: t('Gift text'), text: giftText },
	].filter(({ text }) => text !== '');

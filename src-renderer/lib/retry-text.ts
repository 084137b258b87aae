// When the queue tries again, as a sentence.

import { t } from '../../src-contract/i18n';
import type { OutboxStatus } from '../../src-contract/model/shipment';
import { formatTimeOfDay } from './format';

/** Empty when it does not wait for a time. */
export const retryText = ({ retryAt }: Pick<OutboxStatus, 'retryAt'>): string =>
	retryAt === null ? '' : t('Will retry at {time}.', { time: formatTimeOfDay(retryAt) });

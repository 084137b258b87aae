// Time of the queue's next attempt as a sentence.

import { t } from '../../src-contract/i18n';
import type { OutboxStatus } from '../../src-contract/model/shipment';
import { formatTimeOfDay } from './format';

/** Empty if no attempt is scheduled. */
export const retryText = ({ retryAt }: Pick<OutboxStatus, 'retryAt'>): string =>
	retryAt === null ? '' : t('Will retry at {time}.', { time: formatTimeOfDay(retryAt) });

// HTML of a shipment's state: its name with a colour and an icon. Colour alone would not tell the states apart for every reader.
import { html } from 'hono/html';
import type { ShipmentStatus } from '../store/schema';
import { type IconName, icon } from './icons';
import type { Markup } from './page';

type Tone = 'neutral' | 'accent' | 'ok' | 'warn';

const STATE_SIGNS: Record<ShipmentStatus, [Tone, IconName]> = {
	draft: ['neutral', 'pencil'],
	created_at_carrier: ['neutral', 'box'],
	in_transit: ['accent', 'truck'],
	out_for_delivery: ['accent', 'van'],
	exception: ['warn', 'warning'],
	delivered: ['ok', 'check'],
	deleted: ['neutral', 'pencil'],
};

export const toneClass = (status: ShipmentStatus): string => `tone-${STATE_SIGNS[status][0]}`;
export const stateIcon = (status: ShipmentStatus, size?: number): Markup => icon(STATE_SIGNS[status][1], size);

/** @param label name of the state */
export const stateBadge = (status: ShipmentStatus, label: string): Markup =>
	html`<span class="badge ${toneClass(status)}">${stateIcon(status, 16)}${label}</span>`;

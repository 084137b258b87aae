// How pages show the state of a shipment: a colour and an icon beside its name, because a colour alone does not tell it.
import { html } from 'hono/html';
import type { ShipmentStatus } from '../store/schema';
import { type IconName, icon } from './icons';
import type { Markup } from './page';

type Tone = 'neutral' | 'accent' | 'ok' | 'warn';

const SIGNS: Record<ShipmentStatus, [Tone, IconName]> = {
	draft: ['neutral', 'pencil'],
	created_at_carrier: ['neutral', 'box'],
	in_transit: ['accent', 'truck'],
	out_for_delivery: ['accent', 'van'],
	exception: ['warn', 'warning'],
	delivered: ['ok', 'check'],
	deleted: ['neutral', 'pencil'],
};

export const toneClass = (status: ShipmentStatus): string => `tone-${SIGNS[status][0]}`;
export const stateIcon = (status: ShipmentStatus, size?: number): Markup => icon(SIGNS[status][1], size);

/** @param label name of the state */
export const stateBadge = (status: ShipmentStatus, label: string): Markup =>
	html`<span class="badge ${toneClass(status)}">${stateIcon(status, 16)}${label}</span>`;

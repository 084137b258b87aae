// The bar at the top of the account section's pages.
import { html } from 'hono/html';
import type { Session } from '../../accounts/sessions';
import { icon } from '../icons';
import type { Markup } from '../page';
import { ACCOUNT_PATH, SHIPMENTS_PATH, TIME_ZONE_PATH } from './paths';

export function navigation({ account, csrf }: Session): Markup {
	return html`<header class="bar"><nav aria-label="Account"><a class="home" href="${SHIPMENTS_PATH}">${icon('box', 22)}API shipments</a><span class="soft">${account.name}</span><a href="${TIME_ZONE_PATH}">Time zone</a>
<form class="inline" method="post" action="${ACCOUNT_PATH}/sign-out"><input type="hidden" name="csrf" value="${csrf}"><button class="plain">Sign out</button></form></nav></header>`;
}

// Composes the e-mail that tells a recipient that a parcel is on its way. Pure.
import { countries } from 'countries-list';
import { html } from 'hono/html';
import type { SendMailOptions } from 'nodemailer';
import parseAddresses from 'nodemailer/lib/addressparser';
import { LANGUAGES, type Language } from '../../src-contract/i18n';
import { isKeyOf } from '../../src-contract/lib/keys';
import { isolateBidi } from '../../src-contract/rules/bidi';
import { NOTIFICATION_TEXTS } from './notification-texts';
import { printableText } from './printable-text';

export interface NotificationContent {
	recipientName: string;
	recipientEmail: string;
	/** ISO 3166 code of the recipient's country, which decides the language. */
	recipientCountry: string;
	/** Name of the company or person that sends the parcel. */
	senderName: string;
	carrier: string;
	trackingNumber: string;
	trackingUrl: string;
	/** Latest day of arrival, as an ISO date. */
	arrivesBy: string;
}

const languagesByCountry = new Map<string, readonly string[]>(
	Object.entries(countries).map(([code, { languages }]) => [code, languages]),
);

/** The first of a country's languages for which there are texts; English when there is none. */
function languageOf(countryCode: string): Language {
	const isSupported = (language: string): language is Language => isKeyOf(LANGUAGES, language);
	return languagesByCountry.get(countryCode)?.find(isSupported) ?? 'en';
}

const LINE_BREAKING = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A text that the shipper entered, as one line of visible characters. */
const visibleLine = (text: string): string => printableText(text.replace(LINE_BREAKING, ' ')).trim();

const WORD_JOINER = '\u2060';
/** Dots of all scripts, other punctuation of web and e-mail addresses, and each digit of a number but the last. */
const LINK_CHARACTERS = /[.\u2024\u3002\uff0e\uff61:/@\uff20]|\d(?=\d)/gu;

/**
 * Mail programs turn text such as `example.com` into a link, in the HTML part too. A word joiner inside the text, which is invisible,
 * prevents this.
 */
const withoutLinks = (text: string): string => text.replace(LINK_CHARACTERS, `$&${WORD_JOINER}`);

const formatDay = (isoDate: string, locale: string): string =>
	new Intl.DateTimeFormat(locale, {
		weekday: 'long',
		day: 'numeric',
		month: 'long',
		year: 'numeric',
		timeZone: 'UTC',
	}).format(new Date(`${isoDate}T00:00:00Z`));

const TEXT_STYLE = 'margin:0 0 16px';
const LABEL_STYLE = 'text-align:left;font-weight:normal;opacity:.75;padding:6px 20px 6px 0;vertical-align:top';
const VALUE_STYLE = 'padding:6px 0;font-weight:600;vertical-align:top;overflow-wrap:break-word';
const LINK_STYLE =
	'display:inline-block;padding:12px 22px;border-radius:6px;background:#2450c8;color:#ffffff;font-weight:600;text-decoration:none';

/** The message in one language, as plain text and as HTML. */
function composeSection(content: NotificationContent, language: Language, locale: string) {
	const texts = NOTIFICATION_TEXTS[language];
	const recipient = withoutLinks(visibleLine(content.recipientName));
	const sender = withoutLinks(visibleLine(content.senderName));
	const details = [
		[texts.carrier, content.carrier],
		[texts.trackingNumber, content.trackingNumber],
		[texts.expectedBy, formatDay(content.arrivesBy, locale)],
	] as const;
	const text = [
		texts.greeting(isolateBidi(recipient)),
		texts.announcement(isolateBidi(sender)),
		details.map(([label, value]) => `${label}${texts.colon} ${value}`).join('\n'),
		`${texts.trackParcel}${texts.colon}\n${content.trackingUrl}`,
	].join('\n\n');
	const markup = html`<div lang="${language}">
<h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${texts.heading}</h1>
<p style="${TEXT_STYLE}">${texts.greeting(isolateBidi(recipient))}</p>
<p style="${TEXT_STYLE}">${texts.announcement(isolateBidi(sender))}</p>
<table style="border-collapse:collapse;margin:0 0 20px">${details.map(
		([label, value]) =>
			html`<tr><th scope="row" style="${LABEL_STYLE}">${label}</th><td style="${VALUE_STYLE}">${value}</td></tr>`,
	)}</table>
<p style="margin:0"><a href="${content.trackingUrl}" style="${LINK_STYLE}">${texts.trackParcel}</a></p>
</div>`;
	return { text, markup };
}

/**
 * The mail in the language of the recipient's country, with English below.
 * @param from address of the service. The mail's display name is that of the shipper, so that the recipient recognises the sender
 */
export function composeNotification(from: string, content: NotificationContent): SendMailOptions {
	const language = languageOf(content.recipientCountry);
	const { heading, colon } = NOTIFICATION_TEXTS[language];
	const sections = [composeSection(content, language, `${language}-${content.recipientCountry}`)];
	if (language !== 'en') sections.push(composeSection(content, 'en', 'en-GB'));
	const [sender] = parseAddresses(from, { flatten: true });
	return {
		from: { name: visibleLine(content.senderName), address: sender?.address ?? from },
		to: { name: visibleLine(content.recipientName), address: content.recipientEmail },
		messageId: `<in-transit.${content.trackingNumber}@waybill.invalid>`,
		subject: `${heading}${colon} ${content.trackingNumber}`,
		text: `${sections.map(({ text }) => text).join('\n\n* * *\n\n')}\n`,
		html: String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${heading}</title>
</head>
<body style="margin:0;font:16px/1.5 system-ui,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:28px 20px">
${sections.map(({ markup }, index) => (index === 0 ? markup : html`<hr style="border:0;border-top:1px solid #8a94a3;margin:32px 0">${markup}`))}
</div>
</body>
</html>`),
	};
}

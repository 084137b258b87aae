// The people who work at a desk, and what they may do. Sign-in is off by default.
import * as z from 'zod';
import { t } from '../i18n';

/** Roles, each with the rights of those before it. */
export const ROLES = ['packer', 'lead', 'admin'] as const;
const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;
export const roleText = (role: Role): string =>
	({ packer: t('Packer'), lead: t('Lead##of packers'), admin: t('Administrator') })[role];
/** Whether a role has the rights of another one. */
export const includesRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/**
 * Code of a badge: made by the station, 80 random bits. Only letters that QWERTY, QWERTZ and AZERTY keyboards have in the same place,
 * because a scanner types as a keyboard.
 */
export const BADGE_PREFIX = 'BDG';
export const BADGE_LETTERS = 'BCDEFGHKLNPRSTUX';
export const isBadgeCode = (text: string): boolean => /^BDG[BCDEFGHKLNPRSTUX]{20}$/i.test(text.trim());

/** Digits of a PIN. A PIN that gives more than the rights of a packer is longer. */
const MIN_PIN_DIGITS: Record<Role, number> = { packer: 4, lead: 6, admin: 6 };
const MAX_PIN_DIGITS = 8;

/** Why a PIN is not accepted; undefined when it is. Four digits that repeat or count are guessed first. */
export function pinProblem(pin: string, role: Role): string | undefined {
	const min = MIN_PIN_DIGITS[role];
	if (!/^\d+$/.test(pin) || pin.length < min || pin.length > MAX_PIN_DIGITS)
		return t('A PIN has {min} to {max} digits.', { min, max: MAX_PIN_DIGITS });
	const steps = new Set([...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index])));
	const [step = 0] = steps;
	if (steps.size === 1 && Math.abs(step) <= 1)
		return t('This PIN is easy to guess. Choose digits that neither repeat nor count.');
	return undefined;
}

export interface Person {
	id: number;
	name: string;
	role: Role;
	hasPin: boolean;
	hasBadge: boolean;
}

/** Who may use the desk, and how long. */
export const deskAccessSchema = z.object({
	/** Whether people sign in at this desk. */
	isOn: z.boolean(),
	/** False: packers have no screen that shows prices. */
	packersSeePrices: z.boolean(),
	/** The desk is locked after so many minutes without input; 0: never. */
	signOutMinutes: z.int().min(0).max(600),
});
export type DeskAccess = z.infer<typeof deskAccessSchema>;

export interface SignedInPerson {
	id: number;
	name: string;
	/** The rights of this sign-in. A badge gives those of a packer; the PIN gives those of the person. */
	role: Role;
	/** The rights after the PIN. */
	ownRole: Role;
}

export interface PeopleState extends DeskAccess {
	/** Null when nobody is signed in, and when sign-in is off. */
	signedIn: SignedInPerson | null;
	/** People who can sign in by PIN. */
	names: Pick<Person, 'id' | 'name'>[];
}

export const personInputSchema = z.object({
	/** Absent for a new person. */
	id: z.int().positive().optional(),
	name: z
		.string()
		.trim()
		.min(1, { error: () => t('A name is required') })
		.max(40),
	role: roleSchema,
	/** Null: as before. Empty: none. */
	pin: z.string().max(20).nullable(),
});
export type PersonInput = z.infer<typeof personInputSchema>;

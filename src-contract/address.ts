import * as z from 'zod';
import { countryCodeSchema } from './partner-api';

const text = (max: number) => z.string().trim().max(max).default('');
const required = (what: string, max: number) =>
	z.string().trim().min(1, `${what} is required`).max(max, `at most ${max} characters`);

/** An address as a desk keeps it. What the partner demands is demanded here, so that a saved address can be shipped to. */
export const addressSchema = z.object({
	companyName: text(100),
	contactPerson: required('Contact person', 100),
	email: z.string().trim().pipe(z.email('An e-mail address is required, such as name@example.com')),
	phone: required('Phone', 40),
	addressLine1: required('Street and number', 200),
	addressLine2: text(200),
	zipcode: required('Postcode', 20),
	city: required('City', 100),
	countryCode: countryCodeSchema,
	vatNumber: text(30),
});
export type Address = z.infer<typeof addressSchema>;

export interface SavedAddress extends Address {
	id: number;
	lastUsedAt: string | null;
}

export const emptyAddress: Address = {
	companyName: '',
	contactPerson: '',
	email: '',
	phone: '',
	addressLine1: '',
	addressLine2: '',
	zipcode: '',
	city: '',
	countryCode: '',
	vatNumber: '',
};

// The service that the station brings along. A port: the application runs it in a process of its own, a test gives its own.
import type { Endpoint } from './port';

export interface BuiltInServiceState {
	service: 'starting' | 'online' | 'offline';
	message: string;
}

export interface BuiltInService {
	start(): void;
	/** Lets what runs finish. */
	stop(): Promise<void>;
	state(): BuiltInServiceState;
	/** @throws `service.starting` when the service does not come up in time */
	ready(): Promise<Endpoint>;
	/** Called whenever `state` may have changed. */
	onChange(listener: () => void): void;
}

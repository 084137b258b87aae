// Interface of the built-in service. The application runs it in a separate process; tests provide their own implementation.
import type { Endpoint } from './service-interface';

export interface BuiltInServiceState {
	service: 'starting' | 'online' | 'offline';
	/** Details of `service` for the user; may be empty. */
	message: string;
}

export interface BuiltInService {
	start(): void;
	/** Stops the service. Requests in progress have a short time to finish; then the service is ended. */
	stop(): Promise<void>;
	state(): BuiltInServiceState;
	/** Waits until the service is online. @throws `service.starting` when it does not start in time */
	whenReady(): Promise<Endpoint>;
	/** Called whenever `state` may have changed. */
	onChange(listener: () => void): void;
}

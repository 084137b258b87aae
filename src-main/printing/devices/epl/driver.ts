import { thermalDriver } from '../raw/driver';

/** EPL answers questions only over a serial line. */
export const eplDriver = thermalDriver('epl');

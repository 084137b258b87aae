import { thermalDriver } from './thermal';

/** EPL answers questions only over a serial line. */
export const eplDriver = thermalDriver('epl');

import { thermalDriver } from '../escpos/thermal';

/** EPL answers questions only over a serial line. */
export const eplDriver = thermalDriver('epl');

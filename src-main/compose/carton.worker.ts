// Worker thread that plans the cartons of orders.
import { parentPort } from 'node:worker_threads';
import { answerCalls } from '../../src-contract/worker-rpc';
import { planPackages } from '../packing/cartons/carton-plan';

const methods = { planPackages };
export type CartonMethods = typeof methods;

if (parentPort) answerCalls(parentPort, methods);

// `npm run broker -- …`: the service alone, from its sources.
import { register } from 'tsx/esm/api';

register();
await import('../src-broker/main.ts');

import { startRestGateway } from '../../local/rest-gateway.ts';
import { tellParent } from './child.ts';

const { BENCH_REDIS_SOCKET = '', UPSTASH_REDIS_REST_TOKEN = '' } = process.env;
const redis = { path: BENCH_REDIS_SOCKET };
const gateway = await startRestGateway({ redis, token: UPSTASH_REDIS_REST_TOKEN });
tellParent(gateway.url);

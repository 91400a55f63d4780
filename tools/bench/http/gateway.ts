import { startRestGateway } from '../../local/rest-gateway.ts';
import { tellParent } from './child.ts';

const { BENCH_REDIS_HOST = '', BENCH_REDIS_PORT, UPSTASH_REDIS_REST_TOKEN = '' } = process.env;
const redis = { host: BENCH_REDIS_HOST, port: Number(BENCH_REDIS_PORT) };
const gateway = await startRestGateway({ redis, token: UPSTASH_REDIS_REST_TOKEN });
tellParent(gateway.url);

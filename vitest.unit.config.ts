import { defineConfig, mergeConfig } from 'vitest/config';
import all from './vitest.config.js';

/** Rooms and files that start processes, harvest over HTTP, make releases or read whole worlds. */
const LONG = [
  '{bench,consistency,deploy,docs,e2e,feed,fleet,harvest,inspect,lawful,mirror,pipeline,query,release,triplestore}/**',
  '{support,synthetic-world}/**',
  'browse/{browser,pages}.test.ts',
  'cli/doctor.test.ts',
  'mapping/roles.test.ts',
  'output/{contract,gzip}.test.ts',
  'output/derived/{database,derived}.test.ts',
  'pages/**',
  'records/{answer-indexes,cross-record-index,new-kind,roles-only,withheld}.test.ts',
  'report/{clean-world,rows-of-a-world}.test.ts',
  'response-store/verify.test.ts',
  'schema/first-pass/{damaged,worlds}.test.ts',
  'server/{faults,fuzz}.test.ts',
  'shacl/{checker,random-shapes,witness,world}.test.ts',
  'views/views.test.ts',
  'vocabulary/ontology.test.ts',
];

/** The quick tests: `npm run test:unit`. They do not need `dist`. */
export default mergeConfig(all, defineConfig({ test: { exclude: LONG.map((files) => `test/${files}`) } }));

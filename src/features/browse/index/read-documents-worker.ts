import { workerData } from 'node:worker_threads';
import { serveThread } from '../../../base/thread-pool.js';
import {
  type DocumentBatch,
  documentsIn,
  PropertyNumbers,
  type ReaderData,
  type ReaderJob,
  type ReaderOutput,
  wordsOf,
} from './read-documents.js';

const words = wordsOf(workerData as ReaderData);
const properties = new PropertyNumbers();
let reading: AsyncGenerator<DocumentBatch> | undefined;

serveThread<ReaderJob, ReaderOutput>(async (job) => {
  if (job !== 'next') {
    reading = documentsIn(job.dump, words, properties);
    return undefined;
  }
  // A generator answers one after the other.
  const { value, done } = (await reading?.next()) ?? { value: undefined, done: true };
  return done === true ? undefined : (value as DocumentBatch);
});

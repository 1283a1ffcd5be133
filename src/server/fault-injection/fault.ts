import type { JsonSchema } from '../../schema/json-schema.js';
import type { Endpoint } from '../../services/service.js';
import type { HttpResponse } from '../http-messages.js';
import type { Content } from '../response-bodies.js';

/** A request that is affected by a fault. */
export interface AffectedRequest {
  readonly endpoint: Endpoint | undefined;
  /** The schemas of the service's bodies, by name. */
  readonly schemas: () => Readonly<Record<string, JsonSchema>>;
  /** A number from 0 to below 1; the same for the same request. */
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The changes of a fault to an answer. */
export interface FaultEffect {
  /** Changes the JSON of a 200, except `/api` and the service's description. */
  readonly json?: (body: unknown, hit: AffectedRequest) => unknown;
  /** Changes the bytes of the body, with the same exceptions. */
  readonly content?: (content: Content) => Content;
  /** Changes the headers of the body, with the same exceptions. */
  readonly promise?: (answer: HttpResponse) => HttpResponse;
  /** Changes any answer. */
  readonly answer?: (answer: HttpResponse, hit: AffectedRequest) => HttpResponse;
  /** Whether it needs the time. */
  readonly needsClock?: boolean;
}

/** A fault that is injected, and when. */
export interface InjectedFault {
  readonly kind: string;
  /** The kind with its value: `status=503`. Faults of different names are independent of each other. */
  readonly name: string;
  readonly effect: FaultEffect;
  /** The share of requests that are affected: 0 to 1. */
  readonly rate: number;
  /** Only requests of this path and of paths below it. */
  readonly path?: string;
  /** Only the first so many requests of the same target. */
  readonly times?: number;
}

import type { JsonSchema } from '../../schema/json-schema.js';
import type { Endpoint } from '../../services/service.js';
import type { HttpResponse } from '../http-messages.js';
import type { Content } from '../response-bodies.js';

/** A request that a fault has hit. */
export interface AffectedRequest {
  readonly endpoint: Endpoint | undefined;
  /** The schemas of the service's bodies, by name. */
  readonly schemas: () => Readonly<Record<string, JsonSchema>>;
  /** A number from 0 to below 1, the same whenever the same request is hit. */
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a fault does to an answer, at one of its stages. */
export interface FaultEffect {
  /** To the JSON in the body of a 200. Errors, `/api` and the service's description are spared. */
  readonly json?: (body: unknown, hit: AffectedRequest) => unknown;
  /** To the bytes of that body; the same are spared. */
  readonly content?: (content: Content) => Content;
  /** To what is promised of that body; the same are spared. */
  readonly promise?: (answer: HttpResponse) => HttpResponse;
  /** To any answer whatever. */
  readonly answer?: (answer: HttpResponse, hit: AffectedRequest) => HttpResponse;
  /** Whether it has to know what time it is. */
  readonly needsClock?: boolean;
}

/** Something that goes wrong on purpose, and when it does. */
export interface InjectedFault {
  readonly kind: string;
  /** The kind with its value: `status=503`. Faults of different names hit independently of each other. */
  readonly name: string;
  readonly effect: FaultEffect;
  /** Of the requests it may hit, the share it does: 0 to 1. */
  readonly rate: number;
  /** The path it is kept to, with everything below it; everywhere unless given. */
  readonly path?: string;
  /** How often the same target is hit at most; always unless given. */
  readonly times?: number;
}

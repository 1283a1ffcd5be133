import type { Endpoint } from '../services/service.js';
import type { Asked, HostedService } from './answer.js';
import type { Rights } from './keys.js';

/** One function an endpoint, from a view and what is asked for to what is found; none missing, or it does not compile. */
export type Finders<Endpoints extends Readonly<Record<string, Endpoint>>, View> = {
  readonly [Name in keyof Endpoints]: (view: View, asked: Asked<Endpoints[Name]['parameters']>) => unknown;
};

/** Joins the finders of a service into one, over the view that goes with the key's rights. */
export function finderOf<Endpoints extends Readonly<Record<string, Endpoint>>, View>(
  finders: Finders<Endpoints, View>,
  viewFor: (rights: Rights) => View,
): HostedService['find'] {
  return (name, asked) => {
    // What was read by an endpoint's table is handed to the finder of the same name.
    const find = finders[name] as (view: View, asked: Asked) => unknown;
    return find(viewFor(asked.rights), asked);
  };
}

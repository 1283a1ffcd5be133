import type { Cluster } from '../../dictionary/placenames/place.js';
import type { Node } from '../../rdf/node.js';
import type { Setting } from '../setting.js';

/** Places that share names and lie close together; each member says so itself (model 3.9). */
export const describeCluster = (cluster: Cluster, { iri }: Setting): Node => ({
  id: iri.cluster(cluster.focusID),
  type: ['PlaceCluster'],
  clusterFocus: iri.place(cluster.focusID),
});

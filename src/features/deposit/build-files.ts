import type { BuildFeature } from '../../pipeline/plan/build-feature.js';
import { measureText } from '../../release/description/checksums.js';
import { citation } from './citation.js';
import { datacite, zenodo } from './repositories.js';
import { roCrate } from './ro-crate.js';

/** In each release: how to cite the release, and what repositories are given with a deposit. */
export const FILES: BuildFeature = {
  settings: [],
  description: {
    files: ['CITATION.cff', '.zenodo.json', 'datacite.json', 'ro-crate-metadata.json'],
    texts: (release) => {
      const texts = {
        'CITATION.cff': citation(release),
        '.zenodo.json': zenodo(release),
        'datacite.json': datacite(release),
      };
      // The crate lists every file.
      const measured = Object.entries(texts).map(([path, text]) => measureText(path, text));
      const others = [...release.others, ...measured];
      return { ...texts, 'ro-crate-metadata.json': roCrate({ ...release, others }) };
    },
  },
};

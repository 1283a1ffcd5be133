import { z } from 'zod';

/** A point, WGS 84 decimal degrees (wire-format 3, common objects). */
export const coordinates = z.object({ latitude: z.number(), longitude: z.number() });

export type Coordinates = z.infer<typeof coordinates>;

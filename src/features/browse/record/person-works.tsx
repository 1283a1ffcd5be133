import { formatCount } from '../../../base/text.js';
import { ROLES } from '../index/facet-statements.js';
import { facetValueNameOf } from '../interface-words.js';
import { addressOf, labelOf, type PageProps } from '../layout.js';
import { WorksByYear } from '../search/timeline-page.js';
import { type FellowWorker, fellowWorkers } from './record-queries.js';
import {
  hasOwnList,
  inverseName,
  isPerson,
  referringAddress,
  type SectionProps,
  WorkCards,
  worksOf,
} from './related-records.js';

const MOST_FELLOWS = 10;

/** The works of a person: how many in which role, in which years, with whom, and the first of them. */
export function PersonWorks({ record, kind }: SectionProps) {
  const { context, path } = record;
  const { site, words } = context;
  if (!isPerson(kind)) return null;
  const properties = ROLES.map((role) => site.iriOf(role));
  const roles = site.index
    .referrers(path, 0)
    .filter(({ property }) => properties.includes(property))
    .toSorted((a, b) => b.count - a.count);
  if (roles.length === 0) return null;
  return (
    <section class="person-works">
      <h2>{words('works')}</h2>
      <ul class="counts">
        {roles.map(({ property, count }) => (
          <li>
            {hasOwnList(context, kind, property, count) ? (
              <a href={referringAddress(path, property)}>{inverseName(context, property)}</a>
            ) : (
              inverseName(context, property)
            )}{' '}
            <span class="count">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
      <WorkCards context={context} request={worksOf(path)} />
      <WorksByYear context={context} request={worksOf(path)} />
      <FellowWorkers context={context} path={path} properties={properties} />
    </section>
  );
}

/** The people who have a role in the same works, as a drawing and as a list. */
function FellowWorkers({
  context,
  path,
  properties,
}: PageProps & { readonly path: string; readonly properties: readonly string[] }) {
  const { site, words, language } = context;
  const fellows = fellowWorkers(site, path, properties, MOST_FELLOWS);
  if (fellows.length === 0) return null;
  const rolesOf = ({ properties: iris }: FellowWorker): string =>
    ROLES.filter((role) => iris.includes(site.iriOf(role)))
      .map((role) => facetValueNameOf(role, language))
      .join(', ');
  return (
    <section>
      <h3>{words('workedWith')}</h3>
      <div class="fellows">
        <FellowDrawing context={context} path={path} fellows={fellows} />
        <ul>
          {fellows.map((fellow) => (
            <li>
              <a href={addressOf(fellow.path)}>{labelOf(fellow, language)}</a>{' '}
              <span class="whose">
                {rolesOf(fellow)} · {formatCount(fellow.works)} {words('worksTogether')}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const DRAWING = { width: 420, height: 270, across: 80, down: 100, most: 8, letters: 17 } as const;

/** A person in the middle and fellow workers around: the more works they share, the thicker the line. */
function FellowDrawing({
  context: { site, language, words },
  path,
  fellows,
}: PageProps & { readonly path: string; readonly fellows: readonly FellowWorker[] }) {
  const { width, height, across, down } = DRAWING;
  const shown = fellows.slice(0, DRAWING.most);
  const most = Math.max(...shown.map(({ works }) => works));
  const summary = site.index.summary(path);
  const shortened = (text: string): string =>
    text.length > DRAWING.letters ? `${text.slice(0, DRAWING.letters - 1).toWellFormed()}…` : text;
  const [middleX, middleY] = [width / 2, height / 2];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words('workedWith')}>
      {shown.map((fellow, at) => {
        // Names stand beside their points: no point is straight above or below the middle.
        const angle = ((at + 0.5) / shown.length) * 2 * Math.PI;
        const x = Math.round(middleX + across * Math.sin(angle));
        const y = Math.round(middleY - down * Math.cos(angle));
        const isRight = x >= middleX;
        return (
          <>
            <line
              x1={String(middleX)}
              y1={String(middleY)}
              x2={String(x)}
              y2={String(y)}
              stroke-width={String(1 + Math.round((fellow.works / most) * 6))}
            />
            <circle cx={String(x)} cy={String(y)} r="5" />
            <text
              x={String(x + (isRight ? 9 : -9))}
              y={String(y)}
              dy="0.35em"
              text-anchor={isRight ? 'start' : 'end'}
            >
              {shortened(labelOf(fellow, language))}
            </text>
          </>
        );
      })}
      <circle class="middle" cx={String(middleX)} cy={String(middleY)} r="8" />
      {summary !== undefined && (
        <text class="middle" x={String(middleX)} y={String(middleY + 22)} text-anchor="middle">
          {shortened(labelOf(summary, language))}
        </text>
      )}
    </svg>
  );
}

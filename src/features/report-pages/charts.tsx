import type { Child } from 'hono/jsx';
import { formatCount } from '../../base/text.js';
import { beginning } from '../../release/report/reported-finding.js';

/** A category of a chart, with a number for each series. */
interface ChartRow {
  readonly label: string;
  /** In the order of the series. Undefined: not known, which is a gap in a line and nothing in a bar. */
  readonly values: readonly (number | undefined)[];
  /** Where the label in the table leads. */
  readonly href?: string;
  /** Where the numbers in the table lead. */
  readonly valueHrefs?: readonly (string | undefined)[];
}

export interface ChartProps {
  /** Unique in its page: ids are made of it. */
  readonly title: string;
  /** What the picture shows, in a sentence or two. */
  readonly caption?: string;
  /** The names of one to four series. */
  readonly series: readonly string[];
  readonly rows: readonly ChartRow[];
  /** The heading of the labels in the table. */
  readonly labels?: string;
  /** The words that open the table. */
  readonly tableTitle?: string;
  /** Whether the table is shown when the page opens. */
  readonly isTableOpen?: boolean;
}

interface BarChartProps extends ChartProps {
  /** Horizontal bars suit names, vertical ones years. */
  readonly direction?: 'horizontal' | 'vertical';
}

/** Of the picture, in pixels. Widths are shares of the page: letters keep their size on a narrow one. */
const LINE = 17;
const BAR = 16;
const GAP = 12;
const PLOT = 180;
/** The height of a band of years, and labels of years below bands at most. */
const SPAN = 12;
const MOST_YEAR_LABELS = 5;
/** Share of the width that the longest horizontal bar has; numbers are beside it. */
const LONGEST_BAR = 76;
/** Characters of a line that a page of 320 pixels has room for. */
const LINE_LENGTH = 38;
const MOST_LINES = 3;
/** Of labels below vertical bars and points: the room on a page of 320 pixels, a letter, and what is between labels. */
const ROOM = 280;
const LETTER = 7.5;
const BETWEEN = 12;
const LONGEST_LABEL = 10;
const MOST_SERIES = 4;

/** Bars, stacked when there are several series, with a table of the same numbers. */
export function BarChart(props: BarChartProps) {
  return props.direction === 'vertical' ? <VerticalBars {...props} /> : <HorizontalBars {...props} />;
}

function HorizontalBars(props: ChartProps) {
  const id = idOf(props.title);
  const most = highest(props.rows.map(totalOf));
  let top = 0;
  const bars = props.rows.map((row) => {
    const lines = wrapped(row.label);
    const y = top;
    top += lines.length * LINE + BAR + GAP;
    const barTop = y + lines.length * LINE;
    return (
      <>
        {lines.map((line, at) => (
          <text x="0" y={String(y + at * LINE + 12)}>
            {line}
          </text>
        ))}
        {stacked(row, most, LONGEST_BAR).map(({ series, from, size }) => (
          <Bar id={id} series={series} x={from} width={size} y={barTop} height={BAR} />
        ))}
        <text
          class="chart-number"
          x={percent((totalOf(row) / most) * LONGEST_BAR)}
          dx="6"
          y={String(barTop + 12)}
        >
          {formatCount(totalOf(row))}
        </text>
      </>
    );
  });
  return (
    <Figure {...props} id={id} height={top}>
      {bars}
    </Figure>
  );
}

function VerticalBars(props: ChartProps) {
  const { rows, title } = props;
  const id = idOf(title);
  const most = roundedUp(highest(rows.map(totalOf)));
  const width = 100 / Math.max(1, rows.length);
  return (
    <Figure {...props} id={id} height={PLOT + LINE + GAP}>
      <Grid most={most} />
      {rows.map((row, at) =>
        stacked(row, most, PLOT - LINE).map(({ series, from, size }) => (
          <Bar
            id={id}
            series={series}
            x={at * width + width * 0.14}
            width={width * 0.72}
            y={PLOT - from - size}
            height={size}
          />
        )),
      )}
      <Labels rows={rows} center={(at) => (at + 0.5) * width} />
    </Figure>
  );
}

/** A line for each series over rows in order of time, with a table of the same numbers. */
export function TrendChart(props: ChartProps) {
  const { rows, series, title } = props;
  const id = idOf(title);
  const most = roundedUp(highest(rows.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const x = (at: number): number => (rows.length === 1 ? 50 : 12 + (at / (rows.length - 1)) * 76);
  const y = (value: number): number => PLOT - (value / most) * (PLOT - LINE);
  return (
    <Figure {...props} id={id} height={PLOT + LINE + GAP} isLine>
      <Grid most={most} />
      {series.slice(0, MOST_SERIES).map((_, one) => (
        <g class={`series-${one + 1}`}>
          {rows.map(({ values }, at) => {
            const [from, to] = [rows[at - 1]?.values[one], values[one]];
            return from === undefined || to === undefined ? (
              ''
            ) : (
              <line
                class="trend"
                x1={percent(x(at - 1))}
                y1={px(y(from))}
                x2={percent(x(at))}
                y2={px(y(to))}
              />
            );
          })}
          {rows.map(({ values }, at) => {
            const value = values[one];
            return value === undefined ? '' : <Marker series={one} x={percent(x(at))} y={px(y(value))} />;
          })}
        </g>
      ))}
      <Labels rows={rows} center={x} />
    </Figure>
  );
}

/** A period with a number in one of the series. */
interface SpanRow extends ChartRow {
  readonly first: number;
  readonly last: number;
}

/** Periods as bands over the years, each in the colour of its series, with a table of the numbers. */
export function SpanChart({
  rows,
  ...props
}: Omit<ChartProps, 'rows'> & { readonly rows: readonly SpanRow[] }) {
  const id = idOf(props.title);
  const from = Math.floor(Math.min(...rows.map(({ first }) => first)) / 10) * 10;
  const to = Math.ceil((Math.max(...rows.map(({ last }) => last)) + 1) / 10) * 10;
  const at = (year: number): number => ((year - from) / (to - from)) * 100;
  const step = 10 * Math.ceil((to - from) / 10 / MOST_YEAR_LABELS);
  const years = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
  const line = LINE + SPAN + GAP;
  const height = rows.length * line;
  return (
    <Figure {...props} rows={rows} id={id} height={height + LINE}>
      {years.map((year) => (
        <>
          <line class="grid" x1={percent(at(year))} x2={percent(at(year))} y1="0" y2={px(height)} />
          <text
            class="chart-number"
            x={percent(at(year))}
            y={px(height + 12)}
            text-anchor={at(year) < 8 ? 'start' : at(year) > 92 ? 'end' : 'middle'}
          >
            {year}
          </text>
        </>
      ))}
      {rows.map((row, index) => (
        <>
          <text x="0" y={px(index * line + 12)}>
            {beginning(row.label, LINE_LENGTH)}{' '}
            <tspan class="chart-number">{formatCount(totalOf(row))}</tspan>
          </text>
          <Bar
            id={id}
            series={Math.max(
              0,
              row.values.findIndex((value) => value !== undefined),
            )}
            x={at(row.first)}
            width={at(row.last + 1) - at(row.first)}
            y={index * line + LINE}
            height={SPAN}
          />
        </>
      ))}
    </Figure>
  );
}

/** A bar in a table whose next cells say the same: a share, 0 to 1. */
export function ShareBar({ share }: { readonly share: number }) {
  return (
    <svg class="share-bar" aria-hidden="true">
      <rect class="share-whole" width="100%" height="100%" />
      <rect class="share-part" width={percent(Math.min(1, Math.max(0, share)) * 100)} height="100%" />
    </svg>
  );
}

interface FigureProps extends ChartProps {
  readonly id: string;
  readonly height: number;
  readonly isLine?: boolean;
  readonly children?: Child;
}

/** A picture with its title, its legend and its table. */
function Figure({ id, title, caption, series, rows, height, isLine, children, ...words }: FigureProps) {
  const { labels = '', tableTitle = 'The numbers as a table', isTableOpen } = words;
  const described = caption === undefined ? {} : { 'aria-describedby': `${id}-caption` };
  return (
    <figure class="chart">
      <figcaption>
        <strong>{title}</strong>
        {caption !== undefined && <span id={`${id}-caption`}>{caption}</span>}
      </figcaption>
      {series.length > 1 && (
        <ul class="legend">
          {series.slice(0, MOST_SERIES).map((name, at) => (
            <li>
              <svg width="22" height="14" aria-hidden="true" class={`series-${at + 1}`}>
                {isLine ? (
                  <>
                    <line class="trend" x1="0" y1="7" x2="22" y2="7" />
                    <Marker series={at} x="11" y="7" />
                  </>
                ) : (
                  <Bar id={id} series={at} x={0} width={100} y={0} height={14} />
                )}
              </svg>{' '}
              {name}
            </li>
          ))}
        </ul>
      )}
      <svg class="picture" role="img" width="100%" height={String(height)} aria-label={title} {...described}>
        <Patterns id={id} count={isLine ? 0 : series.length} />
        {children}
      </svg>
      <details {...(isTableOpen === true ? { open: true } : {})}>
        <summary>{tableTitle}</summary>
        <section class="scroll" aria-label={`${title}: ${tableTitle}`} tabindex={0}>
          <table>
            <caption class="hidden">{title}</caption>
            <thead>
              <tr>
                {labels === '' ? <td /> : <th scope="col">{labels}</th>}
                {series.map((name) => (
                  <th scope="col" class="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, values, href, valueHrefs = [] }) => (
                <tr>
                  <th scope="row">{href === undefined ? label : <a href={href}>{label}</a>}</th>
                  {series.map((_, at) => {
                    const [value, to] = [values[at], valueHrefs[at]];
                    const text = value === undefined ? '–' : formatCount(value);
                    return <td class="number">{to === undefined ? text : <a href={to}>{text}</a>}</td>;
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}

interface BarProps {
  readonly id: string;
  readonly series: number;
  /** Shares of the width, in per cent. */
  readonly x: number;
  readonly width: number;
  /** In pixels. */
  readonly y: number;
  readonly height: number;
}

/** A colour, and from the second series on a pattern over it. */
function Bar({ id, series, x, width, y, height }: BarProps) {
  const box = { x: percent(x), width: percent(width), y: px(y), height: px(height) };
  return (
    <>
      <rect class={`series-${series + 1}`} {...box} />
      {series > 0 && <rect fill={`url(#${id}-${series + 1})`} {...box} />}
    </>
  );
}

/** The patterns of the second to the fourth series, in the colour of the page: strokes, dots, checks. */
function Patterns({ id, count }: { readonly id: string; readonly count: number }) {
  const drawn = [
    <path d="M-2 2 2-2M0 8 8 0M6 10 10 6" />,
    <circle cx="4" cy="4" r="1.7" />,
    <path d="M0 4H8M4 0V8" />,
  ];
  return (
    <defs>
      {drawn.slice(0, Math.max(0, count - 1)).map((drawing, at) => (
        <pattern id={`${id}-${at + 2}`} class="pattern" width="8" height="8" patternUnits="userSpaceOnUse">
          {drawing}
        </pattern>
      ))}
    </defs>
  );
}

/** A point of a line: another shape for each series. */
function Marker({ series, x, y }: { readonly series: number; readonly x: string; readonly y: string }) {
  const shape = ['M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0', 'M-4-4H4V4H-4Z', 'M0-5 5 4H-5Z', 'M0-5 5 0 0 5-5 0Z'][
    series
  ];
  return (
    <svg x={x} y={y} overflow="visible" aria-hidden="true">
      <path class="marker" d={shape} />
    </svg>
  );
}

/** Lines at none, half and all of the highest number. */
function Grid({ most }: { readonly most: number }) {
  const steps = most % 2 === 0 ? [0, most / 2, most] : [0, most];
  return (
    <>
      {steps.map((step) => {
        const y = PLOT - (step / most) * (PLOT - LINE);
        return (
          <>
            <line class="grid" x1="0" x2="100%" y1={px(y)} y2={px(y)} />
            {step > 0 && (
              <text class="chart-number" x="0" y={px(y - 4)}>
                {formatCount(step)}
              </text>
            )}
          </>
        );
      })}
    </>
  );
}

/** Labels below columns, so many that none covers another. */
function Labels({
  rows,
  center,
}: {
  readonly rows: readonly ChartRow[];
  readonly center: (at: number) => number;
}) {
  const labels = rows.map(({ label }) => beginning(label, LONGEST_LABEL));
  const longest = highest(labels.map(({ length }) => length));
  const every = Math.ceil(rows.length / Math.max(2, Math.floor(ROOM / (longest * LETTER + BETWEEN))));
  return (
    <>
      {labels.map((label, at) => {
        if (at % every !== 0) return '';
        // The first and the last stay within the picture.
        const [x, anchor] =
          center(at) < 8 ? [0, 'start'] : center(at) > 92 ? [100, 'end'] : [center(at), 'middle'];
        return (
          <text x={percent(x)} y={String(PLOT + LINE)} text-anchor={anchor}>
            {label}
          </text>
        );
      })}
    </>
  );
}

/** The parts of a bar, one after another: of `most`, `length` is drawn. */
function stacked({ values }: ChartRow, most: number, length: number) {
  let from = 0;
  return values.slice(0, MOST_SERIES).flatMap((value = 0, series) => {
    const size = (value / most) * length;
    const part = { series, from, size };
    from += size;
    return size > 0 ? [part] : [];
  });
}

const totalOf = ({ values }: ChartRow): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

const highest = (numbers: readonly number[]): number => numbers.reduce((most, one) => Math.max(most, one), 1);

/** The next number of one digit and zeros. */
function roundedUp(number: number): number {
  const power = 10 ** (String(Math.ceil(number)).length - 1);
  return Math.ceil(number / power) * power;
}

/** With two decimals: the same bytes on every machine. */
const px = (length: number): string => String(Math.round(length * 100) / 100);
const percent = (share: number): string => `${px(share)}%`;

/** An id of the letters and digits of a title. */
const idOf = (title: string): string =>
  `chart-${
    title
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-') ?? ''
  }`;

/** A label in lines that a narrow page has room for. */
function wrapped(label: string): string[] {
  const lines: string[] = [''];
  for (const word of label.split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= LINE_LENGTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  const shown = lines.slice(0, MOST_LINES);
  if (lines.length > MOST_LINES) shown.push(`${shown.pop() ?? ''} …`);
  return shown.map((line) => beginning(line, LINE_LENGTH));
}

const LIGHT = '--series-1:#1d5658;--series-2:#b0701a;--series-3:#7b3f6b;--series-4:#3c6aa8;--over:#fff';
const DARK = '--series-1:#8fd0cb;--series-2:#e0b25c;--series-3:#d79bc6;--series-4:#94bbee;--over:#16191a';

/**
 * The style of the pictures, for the style sheet of the page that has them. `--ink`, `--quiet` and `--line` are
 * colours of the page.
 */
export const CHART_STYLE = `:root{${LIGHT}}
@media screen and (prefers-color-scheme:dark){:root{${DARK}}}
.chart{margin:1.2rem 0;max-width:46rem;break-inside:avoid}
.chart figcaption strong,.chart figcaption span{display:block}
.chart figcaption span{color:var(--quiet)}
.chart .picture{display:block;margin:.7rem 0;overflow:visible}
.chart text{font-size:13px;fill:var(--ink)}
.chart .chart-number{font-variant-numeric:tabular-nums;fill:var(--quiet)}
.chart .grid{stroke:var(--line)}
.chart .legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;margin:.4rem 0;padding:0}
.chart .legend svg{vertical-align:-2px}
.chart summary{cursor:pointer;padding:.25rem 0}
.chart .scroll{overflow-x:auto;position:relative}
.chart td,.chart th{padding:.2rem .7rem .2rem 0;text-align:left}
.chart .number{text-align:right;font-variant-numeric:tabular-nums}
.chart .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.series-1{color:var(--series-1)}.series-2{color:var(--series-2)}.series-3{color:var(--series-3)}.series-4{color:var(--series-4)}
.chart rect[class^=series],.chart .marker{fill:currentColor}
.chart .pattern{stroke:var(--over);fill:none;stroke-width:1.6}
.chart .pattern circle{fill:var(--over);stroke:none}
.chart .trend{stroke:currentColor;stroke-width:2}
.chart .series-2 .trend{stroke-dasharray:7 3}.chart .series-3 .trend{stroke-dasharray:2 3}.chart .series-4 .trend{stroke-dasharray:9 3 2 3}
.share-bar{display:block;width:100%;height:.9rem;min-width:4rem}
.share-whole{fill:var(--line)}.share-part{fill:var(--series-1)}
@media print{.chart summary{display:none}.chart rect,.share-bar rect{print-color-adjust:exact}details::details-content{content-visibility:visible;display:block;block-size:auto}}
`;

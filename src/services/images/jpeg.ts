/**
 * A baseline JPEG encoder for grey pictures (ITU-T T.81): one component, the quantization and Huffman tables of annex K.
 * The same pixels give the same bytes.
 */

/** A grey picture: a byte for each pixel, row by row, 0 black to 255 white. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Pixels of a block in each direction. */
const BLOCK = 8;

/** Table K.1, at about three quarters of its steps: letters keep their edges. */
const STEPS = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
  29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
  121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
].map((step) => Math.ceil(step * 0.75));

/** The order of the coefficients of a block (figure A.6). */
const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
] as const;

/** A Huffman table as it is written in a file: how many codes there are of each length, and the values in order. */
interface HuffmanTable {
  readonly lengths: readonly number[];
  readonly values: readonly number[];
}

/** Table K.3: sizes of the differences of DC coefficients. */
const DC: HuffmanTable = {
  lengths: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
  values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
};

/** The values of table K.5. */
const RUNS_AND_SIZES =
  '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a2526272829' +
  '2a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92' +
  '939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5' +
  'e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa';

/** Table K.5: runs of zeros and sizes of AC coefficients. */
const AC: HuffmanTable = {
  lengths: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
  values: [...Buffer.from(RUNS_AND_SIZES, 'hex')],
};

/** The end of a block, and a run of 16 zeros (F.1.2.2). */
const END_OF_BLOCK = 0x00;
const SIXTEEN_ZEROS = 0xf0;

/** The code of each value and its length in bits (annex C). */
function codesOf({
  lengths,
  values,
}: HuffmanTable): ReadonlyMap<number, readonly [code: number, bits: number]> {
  const codes = new Map<number, readonly [number, number]>();
  let code = 0;
  let at = 0;
  for (const [index, count] of lengths.entries()) {
    for (let one = 0; one < count; one++) codes.set(values[at++] as number, [code++, index + 1]);
    code <<= 1;
  }
  return codes;
}

const DC_CODES = codesOf(DC);
const AC_CODES = codesOf(AC);

/** The cosines of the transform, with the factor of each row (A.3.3). */
const COSINES = Float64Array.from({ length: BLOCK * BLOCK }, (_, index) => {
  const [row, column] = [Math.floor(index / BLOCK), index % BLOCK];
  return (row === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * column + 1) * row * Math.PI) / 16);
});

/** Bits of the scan, with a zero byte after each 0xFF (B.1.1.5). */
class BitWriter {
  readonly #bytes: number[] = [];
  #bits = 0;
  #count = 0;

  /** At most 16 bits. */
  write(value: number, length: number): void {
    this.#bits = (this.#bits << length) | value;
    this.#count += length;
    for (; this.#count >= 8; this.#count -= 8) {
      const byte = (this.#bits >> (this.#count - 8)) & 0xff;
      this.#bytes.push(byte);
      if (byte === 0xff) this.#bytes.push(0);
    }
    this.#bits &= 0xff;
  }

  /** All bytes; the last one is filled with ones. */
  finish(): Buffer {
    const missing = (8 - this.#count) % 8;
    this.write((1 << missing) - 1, missing);
    return Buffer.from(this.#bytes);
  }
}

/** A value by its size in bits, and the bits; negative ones are less by one (F.1.2.1). */
const sizeOf = (value: number): number => 32 - Math.clz32(Math.abs(value));
const bitsOf = (value: number, size: number): number => (value < 0 ? value + (1 << size) - 1 : value);

/** The picture as a JPEG file. */
export function encodeJpeg(picture: GreyPicture): Buffer {
  const writer = new BitWriter();
  const put = (codes: typeof AC_CODES, symbol: number): void => {
    const [code, bits] = codes.get(symbol) as readonly [number, number];
    writer.write(code, bits);
  };
  let before = 0;
  for (let top = 0; top < picture.height; top += BLOCK) {
    for (let left = 0; left < picture.width; left += BLOCK) {
      const block = transformed(picture, left, top);
      const dc = block[0] as number;
      const size = sizeOf(dc - before);
      put(DC_CODES, size);
      writer.write(bitsOf(dc - before, size), size);
      before = dc;
      let zeros = 0;
      for (let at = 1; at < block.length; at++) {
        const value = block[at] as number;
        if (value === 0) {
          zeros += 1;
          continue;
        }
        for (; zeros > 15; zeros -= 16) put(AC_CODES, SIXTEEN_ZEROS);
        const bits = sizeOf(value);
        put(AC_CODES, (zeros << 4) | bits);
        writer.write(bitsOf(value, bits), bits);
        zeros = 0;
      }
      if (zeros > 0) put(AC_CODES, END_OF_BLOCK);
    }
  }
  return Buffer.concat([headOf(picture), writer.finish(), Buffer.from([0xff, 0xd9])]);
}

/** The quantized coefficients of a block in the order of {@link ZIGZAG}; pixels beyond the edge repeat those on it. */
function transformed({ width, height, pixels }: GreyPicture, left: number, top: number): Int16Array {
  const rows = new Float64Array(BLOCK * BLOCK);
  for (let y = 0; y < BLOCK; y++) {
    const row = Math.min(top + y, height - 1) * width;
    for (let u = 0; u < BLOCK; u++) {
      let sum = 0;
      for (let x = 0; x < BLOCK; x++) {
        const pixel = pixels[row + Math.min(left + x, width - 1)] as number;
        sum += (pixel - 128) * (COSINES[u * BLOCK + x] as number);
      }
      rows[y * BLOCK + u] = sum;
    }
  }
  const block = new Int16Array(BLOCK * BLOCK);
  for (let at = 0; at < block.length; at++) {
    const place = ZIGZAG[at] as number;
    const [row, u] = [place & ~7, place & 7];
    let sum = 0;
    for (let y = 0; y < BLOCK; y++) sum += (rows[y * BLOCK + u] as number) * (COSINES[row + y] as number);
    block[at] = Math.round(sum / (STEPS[place] as number));
  }
  return block;
}

/** `JFIF` and a zero byte. */
const JFIF = [0x4a, 0x46, 0x49, 0x46, 0] as const;

/** What comes before the scan: JFIF, tables, and the size of the picture (annex B.2). */
function headOf({ width, height }: GreyPicture): Buffer {
  const segment = (marker: number, content: readonly number[]): number[] => [
    0xff,
    marker,
    ...twoBytes(content.length + 2),
    ...content,
  ];
  const huffman = (place: number, { lengths, values }: HuffmanTable) => [place, ...lengths, ...values];
  return Buffer.from([
    0xff,
    0xd8,
    ...segment(0xe0, [...JFIF, 1, 1, 0, ...twoBytes(1), ...twoBytes(1), 0, 0]),
    ...segment(0xdb, [0, ...ZIGZAG.map((place) => STEPS[place] as number)]),
    ...segment(0xc0, [8, ...twoBytes(height), ...twoBytes(width), 1, 1, 0x11, 0]),
    ...segment(0xc4, [...huffman(0x00, DC), ...huffman(0x10, AC)]),
    ...segment(0xda, [1, 1, 0x00, 0, 63, 0]),
  ]);
}

const twoBytes = (number: number): readonly [number, number] => [number >> 8, number & 0xff];

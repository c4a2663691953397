/** A net as an ONNX file, written by hand: the mean of 8 by 8 areas of each colour of a picture of 32 by 32 pixels, which is 48 numbers. */

type Field = readonly [number: number, value: number | string | Buffer];

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];

/** A message of protocol buffers. */
const message = (...fields: readonly Field[]): Buffer =>
  Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [Buffer.from([...varint(number * 8), ...varint(value)])];
      const bytes = Buffer.from(value as string);
      return [Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes];
    }),
  );

const FLOAT = 1;
const INTS = 7;

function tensor(name: string, shape: readonly number[]): Buffer {
  const dimensions = shape.map((size) => [1, message([1, size])] as const);
  return message([1, name], [2, message([1, message([1, FLOAT], [2, message(...dimensions)])])]);
}

const attribute = (name: string, values: readonly number[]): Buffer =>
  message([1, name], ...values.map((value) => [8, value] as const), [20, INTS]);

export function tinyOnnx(): Buffer {
  const attributes = ['kernel_shape', 'strides'].map((name) => [5, attribute(name, [8, 8])] as const);
  const node = message([1, 'picture'], [2, 'means'], [4, 'AveragePool'], ...attributes);
  const graph = message(
    [1, node],
    [2, 'tiny'],
    [11, tensor('picture', [1, 3, 32, 32])],
    [12, tensor('means', [1, 3, 4, 4])],
  );
  return message([1, 8], [7, graph], [8, message([1, ''], [2, 13])]);
}

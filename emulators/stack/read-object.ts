/** @param storage `host:port` @returns reads an object's bytes for Vision; throws if the object does not exist */
export const objectReader =
  (storage: string) =>
  async (bucket: string, name: string): Promise<Buffer> => {
    const path = `/download/storage/v1/b/${bucket}/o/${encodeURIComponent(name)}?alt=media`;
    const response = await fetch(`http://${storage}${path}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`Storage answered ${response.status} for gs://${bucket}/${name}`);
    return bytes;
  };

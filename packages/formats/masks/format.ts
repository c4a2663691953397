import { ARCHIVE, type FormatFacts, isClassified, python, unpack } from '../src/format.ts';
import { said, severalFolders } from '../src/loss.ts';

export const masks = {
  title: { en: 'Folders with masks, as in MVTec AD', de: 'Ordner mit Masken wie MVTec AD' },
  out: {
    ...ARCHIVE,
    revision: 2,
    file: 'folders as in MVTec AD: `<set>/<class>`, `ground_truth/<class>`, `unlabelled/<set>`; `classes.txt`',
    contains: 'classes of images, masks',
    holds: () => ({ boxes: false, classes: true, masks: true }),
    losses: ({ type, counts: { features, sets } }) => [
      ...(isClassified(type) ? [] : severalFolders(features.severalTags)),
      ...(sets.TRAIN + sets.VALIDATION > 0 && features.masks > 0
        ? said('mask-folders', 'Masks of TRAIN and VALIDATION are in folders of their own.')
        : []),
    ],
    train: (stemOf) => {
      const stem = stemOf('masks');
      // Without a list, a class without images in a set is an error; `allow_empty` came with torchvision 0.18.
      const names = `names = open('${stem}/classes.txt', encoding='utf-8').read().splitlines()`;
      const filled =
        'lambda self, root: (names, {name: number for number, name in enumerate(names) if os.listdir(os.path.join(root, name))})';
      const code = `import os; from torchvision.datasets import ImageFolder; ${names}; ImageFolder.find_classes = ${filled}; print(ImageFolder('${stem}/train'))`;
      return { tool: 'torchvision', line: `${unpack(stem)} ${python(code)}` };
    },
  },
  in: {
    sign: 'a folder ground_truth with masks by class (MVTec AD)',
    recognizedBy:
      '`ground_truth/<class>/<name>_mask.png` (MVTec AD); without masks, `classes.txt` with `good`, or sets that have only `good`',
    labels: 'classes and masks',
  },
} satisfies FormatFacts;

/** What the service says about an archive, in German (functions/src/dataset/import/notes.ts has the English sentences). */
import type { ImportNote } from '../../../client/src/api.ts';
import { formatNumber, plural } from './plural.ts';

type Values = Required<ImportNote['values']>;

const count = (value: number, one: string, other: string): string => plural('de', value, { one, other });
const verb = ({ more }: Values, one: string, other: string): string => (more === 0 ? one : other);
const either = (formats: string): string =>
  formats
    .replaceAll(' or ', ' oder ')
    .replaceAll(' with ', ' mit ')
    .replaceAll(' of ', ' von ')
    .replaceAll('converted by the', 'konvertiert mit dem');

/** @returns null for a code or a kind that is not known */
export function germanNote({ code, values }: ImportNote): string | null {
  const all = { count: 0, file: '', more: 0, what: '', instead: '', format: 'folders', ...values } as Values;
  return SENTENCES[code]?.(all) ?? null;
}

const SENTENCES: Record<ImportNote['code'], (values: Values) => string | null> = {
  'not read': (of) =>
    `${files(of)}: ${FILES[of.what] ?? of.what} wird nicht gelesen. Exportieren Sie stattdessen ${either(of.instead)}.`,
  'labels in colors': (of) =>
    `${files(of)} ${verb(of, 'ist ein Bild', 'sind Bilder')}, in dem eine Farbe oder Zahl eine Klasse ist. Das wird nicht gelesen. Exportieren Sie stattdessen ${either(of.instead)}.`,
  panoptic: ({ instead }) =>
    `COCO panoptic hat seine Segmente in den Farben von Bildern. Das wird nicht gelesen. Exportieren Sie stattdessen ${either(instead)}.`,
  'unknown labels': (of) =>
    `${files(of)} ${verb(of, 'sieht', 'sehen')} nach Labels in einem unbekannten Format aus. Exportieren Sie stattdessen ${either(of.instead)}.`,
  'choose format': ({ format }) =>
    `Um die Bilder ohne diese Labels zu importieren, wählen Sie das Format ${format}.`,
  'folders only': () => 'Klassen kommen nur aus den Ordnern.',
  'pictures without labels': (of) => `Nicht importiert: ${files(of)}. Kein Label nennt sie.`,
  'other files': (of) => `Nicht gelesen: ${files(of)}.`,
  segmentations: (of) =>
    `${count(of.count, 'Segmentierung bleibt', 'Segmentierungen bleiben')} weg (SegmentationClass, SegmentationObject). Exportieren Sie ${either(of.instead)}, um sie zu importieren.`,
  'further classes': (of) =>
    `${count(of.count, 'weitere Klasse eines ganzen Bildes wird', 'weitere Klassen ganzer Bilder werden')} ein Punkt in der Bildmitte: Ein Bild hat eine eigene Klasse.`,
  'repeated pictures': (of) =>
    `${count(of.count, 'Bild hat', 'Bilder haben')} dieselben Bytes wie ein anderes im Archiv: Es wird kein zweites Mal aufgenommen, und seine Labels auch nicht.`,
  'flat boxes': (of) =>
    `${count(of.count, 'Rahmen hat keine Fläche in seinem Bild und bleibt', 'Rahmen haben keine Fläche in ihren Bildern und bleiben')} weg.`,
  'joined masks': (of) =>
    `${count(of.count, 'Umriss wird', 'Umrisse werden')} Teil einer anderen Maske der Klasse: Ein Bild mit mehr als 64 Masken hat je Klasse eine aus Umrissen. Ihre Rahmen bleiben getrennt.`,
  crowds: (of) =>
    `${count(of.count, 'Gruppe von Objekten kommt als ein Objekt', 'Gruppen von Objekten kommen als je ein Objekt')}: Findet ein Modell die Objekte darin, zählt ein Bericht die Gruppe als verpasst.`,
  'not kept': ({ what, count: times }) =>
    LOSSES[what] ? `Nicht übernommen: ${LOSSES[what]} (${formatNumber('de', times)}).` : null,
};

const files = ({ file, more }: Values): string =>
  more === 0 ? file : `${file} und ${count(more, 'weitere Datei', 'weitere Dateien')}`;

/** Kinds of files with words in their names; others are names of programs. */
const FILES: Readonly<Record<string, string>> = {
  'CVAT for video': 'CVAT für Videos',
  "LabelMe's XML": 'XML von LabelMe',
  "VGG Image Annotator's project": 'Projekt des VGG Image Annotator',
  'a table of VGG Image Annotator': 'Tabelle des VGG Image Annotator',
  'a manifest of SageMaker': 'Manifest von SageMaker',
  'oriented boxes of DOTA': 'DOTA mit gedrehten Rahmen',
  'YOLO labels without the names of their classes': 'YOLO ohne die Namen der Klassen',
  "Label Studio's JSON-MIN, CSV or TSV": 'JSON-MIN, CSV oder TSV von Label Studio',
  'a file of MATLAB or NumPy': 'Datei von MATLAB oder NumPy',
};

/** Kinds of what is not kept (packages/formats/src/read/losses.ts). */
const LOSSES: Readonly<Record<string, string>> = {
  'annotations by further people': 'Annotationen weiterer Personen',
  'annotations of an unlisted category': 'Annotationen ohne bekannte Kategorie',
  'annotations without a place': 'Annotationen ohne Ort',
  attributes: 'Attribute',
  captions: 'Bildbeschreibungen',
  'classes that are not in the image': 'Klassen, die nicht im Bild sind',
  'crowd marks': 'Kennzeichen für Gruppen',
  'difficult, truncated or occluded marks': 'Kennzeichen für schwierig, abgeschnitten oder verdeckt',
  'holes of outlines': 'Löcher in Umrissen',
  keypoints: 'Schlüsselpunkte',
  'labels of depth or in three dimensions': 'Tiefe und dreidimensionale Labels',
  'lines and points': 'Linien und Punkte',
  'masks in an encoding that is not read': 'Masken in einer Kodierung, die nicht gelesen wird',
  'masks whose pictures are missing': 'Masken, deren Bilder fehlen',
  outlines: 'Umrisse',
  'panoptic segments': 'panoptische Segmente',
  'parts of objects': 'Teile von Objekten',
  predictions: 'Vorhersagen',
  relations: 'Beziehungen',
  'rotations of boxes': 'Drehungen von Rahmen',
  scores: 'Werte von Modellen',
  'texts and choices': 'Texte und Auswahlen',
  dates: 'Daten der Aufnahme',
  'file names': 'Dateinamen',
  monitors: 'Kameras',
  'names of classes': 'Namen von Klassen',
  'places outside of their images': 'Orte außerhalb ihrer Bilder',
  sessions: 'Sitzungen',
  'colors and keys of classes': 'Farben und Tasten von Klassen',
  tracks: 'Spuren',
};

export type SceneKind = 'bolts' | 'castings' | 'surface' | 'parts';

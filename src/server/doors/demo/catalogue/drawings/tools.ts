/** A line drawing of 40 × 40; `N` fills with grey, `W` with white, `O` not at all. */
export interface Drawing {
  shapes: string
  /** Fixed fill, for things that look alike in every brand. */
  fill?: string
}

const metal = '#e6eaec'
const cardboard = '#f3e6d3'

export const toolDrawings: Readonly<Record<string, Drawing>> = {
  drill: {
    shapes:
      '<path d="M5 9h17a3 3 0 0 1 3 3v3a3 3 0 0 1-3 3H5z"/><path N d="M25 11h5v5h-5zM30 12h3v3h-3z"/>' +
      '<path d="M33 13.500h4M10 18l-2 12h8l-1-8h3v-4M6 30h12v5H6z"/>',
  },
  'hammer-drill': {
    shapes:
      '<path d="M4 12h20v9H4z"/><path N d="M24 14h5v5h-5z"/><path d="M29 16.500h8M8 21v11h6V21M20 21v9h4v-9M14 27h6"/>',
  },
  grinder: {
    shapes:
      '<path d="M4 15h20v8H4z"/><path N d="M24 14h6v10h-6z"/><circle N cx="30" cy="24" r="6.500"/>' +
      '<circle W cx="30" cy="24" r="1.500"/><path d="M8 15v-3h6v3M27 14V8"/>',
  },
  sander: {
    shapes:
      '<path d="M11 12c0-4 4-6 9-6s9 2 9 6v8H11z"/><path N d="M8 20h24v5H8zM6 25h28v4H6z"/>' +
      '<path d="M29 12h5v5M12 33h.01M20 33h.01M28 33h.01"/>',
  },
  'circular-saw': {
    shapes:
      '<circle N cx="22" cy="24" r="10"/><path d="M9 22a13 13 0 0 1 26 0z"/><circle W cx="22" cy="24" r="2"/>' +
      '<path d="M4 27h32M12 14l-6-5 3-3 9 5"/>',
  },
  jigsaw: {
    shapes: '<path d="M8 11c0-3 3-5 6-5h14v4H16v4h16v9H8z"/><path N d="M6 23h28v4H6z"/><path N d="M25 27h4v9l-4-3z"/>',
  },
  'heat-gun': {
    shapes:
      '<path d="M8 9h15v10H8z"/><path N d="M23 11h8v6h-8z"/>' +
      '<path d="M11 19l-2 14h7l1-14M34 11l2-2M34 14h3M34 17l2 2"/>',
  },
  welder: {
    shapes:
      '<path d="M7 13h26v18H7z"/><path d="M14 13V8h12v5"/><path W d="M11 17h10v6H11z"/>' +
      '<circle N cx="27" cy="20" r="3"/><path d="M12 27h4M20 27h4M28 27h2M11 31v3M29 31v3"/>',
  },
  battery: {
    shapes:
      '<path d="M7 16h26v17H7z"/><path N d="M11 10h18v6H11z"/>' +
      '<path d="M15 10V7M25 10V7M13 25h7M16.500 21.500v7M24 25h4"/>',
  },
  charger: {
    shapes: '<path d="M6 18h28v15H6z"/><path N d="M12 9h16v9H12z"/><path d="M20 22l-3 4h5l-2 4M10 29h2M29 29h1"/>',
  },
  vacuum: {
    shapes:
      '<path d="M8 18h19v14H8z"/><path N d="M10 10h15v8H10z"/><circle W cx="12" cy="34" r="2.500"/>' +
      '<circle W cx="24" cy="34" r="2.500"/><path O d="M25 14h5c4 0 5 3 5 7v14"/>',
  },
  disc: {
    fill: metal,
    shapes:
      '<circle cx="20" cy="20" r="15"/><circle W cx="20" cy="20" r="6.500"/>' +
      '<circle N cx="20" cy="20" r="2.500"/><path O d="M8.500 20A11.500 11.500 0 0 1 20 8.500"/>',
  },
  'flap-disc': {
    fill: '#efe0cf',
    shapes:
      '<circle cx="20" cy="20" r="15"/>' +
      '<path d="M20 5v8M30.600 9.400L25 15M35 20h-8M30.600 30.600L25 25M20 35v-8M9.400 30.600L15 25M5 20h8' +
      'M9.400 9.400L15 15"/><circle W cx="20" cy="20" r="6"/><circle N cx="20" cy="20" r="2"/>',
  },
  'saw-blade': {
    fill: metal,
    shapes:
      '<path ' +
      'd="M20 4l3 3 4-1 1 4 4 1-1 4 4 3-4 3 1 4-4 1-1 4-4-1-3 4-3-4-4 1-1-4-4-1 1-4-4-3 4-3-1-4 4-1 1-4 4 1z"/>' +
      '<circle W cx="20" cy="18" r="3"/>',
  },
  'drill-bit': {
    fill: metal,
    shapes: '<path d="M6 34l4-8L27 9l4 4-17 17z"/><path d="M27 9l4-4 4 4-4 4M14 26l4-1M18 22l4-1M22 18l4-1"/>',
  },
  bits: {
    fill: metal,
    shapes:
      '<path d="M7 6h6v9l-1.500 3v8l-1.500 3-1.500-3v-8L7 15zM17 6h6v9l-1.500 3v12L20 34l-1.500-4V18L17 15z' +
      'M27 6h6v9l-1.500 3v8l-1.500 3-1.500-3v-8L27 15z"/>',
  },
  sandpaper: {
    fill: '#efe0cf',
    shapes:
      '<path d="M7 5h26v22l-8 8H7z"/><path N d="M33 27h-8v8z"/>' +
      '<path d="M13 11h.01M20 12h.01M27 11h.01M12 18h.01M19 19h.01M26 18h.01M13 25h.01M19 26h.01"/>',
  },
  screwdriver: {
    shapes:
      '<path d="M5 31l9-9 5 5-9 9c-3 1-6-2-5-5z"/><path N d="M17 22l13-13 3-1-1 3-13 13z"/>' +
      '<path d="M31 7l3-3 2 2-3 3"/>',
  },
  pliers: {
    shapes:
      '<path d="M15 17L7 34l4 2 9-15 9 15 4-2-8-17"/>' +
      '<path N d="M14 5c-4 4-3 9 1 13l5 3 5-3c4-4 5-9 1-13l-4 9h-4z"/><path d="M20 17.500h.01"/>',
  },
  wrench: {
    shapes:
      '<path N d="M27 4a8 8 0 0 0-7 11L6 29a3.500 3.500 0 0 0 5 5l14-14a8 8 0 0 0 10-9l-5 4-5-1-1-5z"/>' +
      '<path d="M9 31h.01"/>',
  },
  hammer: { shapes: '<path d="M17 14h6v22h-6z"/><path N d="M9 6h17c4 0 7 2 8 6l-6-1v3H9z"/><path d="M17 29h6"/>' },
  tape: {
    shapes:
      '<path d="M6 9h18a6 6 0 0 1 6 6v17H6z"/><circle W cx="17" cy="20" r="7"/>' +
      '<path N d="M30 28h6v4h-6zM36 27v7"/><path d="M13 20h8"/>',
  },
  level: {
    shapes:
      '<path d="M3 15h34v11H3z"/><path W d="M14 18h12v5H14z"/><path d="M18 18v5M22 18v5"/>' +
      '<circle W cx="8" cy="20.500" r="2"/><circle W cx="32" cy="20.500" r="2"/>',
  },
  caliper: {
    shapes:
      '<path N d="M4 10h32v6H4zM7 16v14l5-6v-8"/><path d="M17 10h10v10H17zM17 20v4l-3 6V16M30 10v3M33 10v3M24 13v3"/>',
  },
  knife: {
    shapes:
      '<path d="M5 28l16-16 6 6-16 16c-3 1-7-3-6-6z"/><path N d="M22 11l9-7 4 4-7 9z"/><path d="M25 8l4 5M12 27l4-4"/>',
  },
  handsaw: {
    shapes:
      '<path N d="M14 13l23 8-1 4-2-1v3l-3-2v3l-3-2v3l-3-2v3l-3-2v3l-9-4z"/>' +
      '<path d="M4 12c4-3 9-2 11 1v12c-3 4-9 4-11 0z"/><path W d="M8 16h3v6H8z"/>',
  },
  brush: {
    shapes:
      '<path N d="M10 24h20v11c-6-3-14 3-20 0z"/><path d="M9 17h22v7H9zM17 17V7c0-4 6-4 6 0v10"/>' +
      '<path d="M20 8h.01M15 29v3M20 28v4M25 28v4"/>',
  },
  toolbox: {
    shapes:
      '<path d="M4 15h32v18H4z"/><path O d="M13 15v-4c0-2 1-3 3-3h8c2 0 3 1 3 3v4"/>' +
      '<path N d="M10 21h5v5h-5zM25 21h5v5h-5z"/><path d="M4 21h6M15 21h10M30 21h6"/>',
  },
  screw: {
    fill: metal,
    shapes:
      '<path d="M10 5h20l-4 6H14z"/><path d="M17 11h6v18l-3 7-3-7z"/>' +
      '<path d="M16 16l8-2M16 21l8-2M16 26l8-2M18 7.500h4"/>',
  },
  nail: {
    fill: metal,
    shapes: '<path d="M8 6h14v4H8zM13 10h4v20l-2 5-2-5z"/><path d="M24 13h10v3H24zM27.500 16h3v13L29 33l-1.500-4z"/>',
  },
  anchor: {
    fill: metal,
    shapes:
      '<path d="M12 5h16v4H12z"/><path d="M15 9h10v21l-3 5h-4l-3-5z"/>' +
      '<path d="M20 9v22M15 15h3M22 15h3M15 20h3M22 20h3M15 25h3M22 25h3"/>',
  },
  bolt: {
    fill: metal,
    shapes:
      '<path d="M12 5h16l3 5-3 5H12l-3-5z"/><path d="M16 15h8v20h-8z"/><path d="M16 21l8-2M16 26l8-2M16 31l8-2"/>',
  },
  nut: {
    fill: metal,
    shapes:
      '<path d="M12 6h16l8 14-8 14H12L4 20z"/><circle W cx="20" cy="20" r="7"/><path O d="M16 20a4 4 0 0 1 4-4"/>',
  },
  chain: {
    fill: metal,
    shapes:
      '<rect x="5" y="14" width="14" height="12" rx="6"/><rect W x="9" y="18" width="6" height="4" rx="2"/>' +
      '<rect x="21" y="14" width="14" height="12" rx="6"/><rect W x="25" y="18" width="6" height="4" rx="2"/>' +
      '<path N d="M15 18h10v4H15z"/>',
  },
  electrodes: {
    fill: '#dfe3e6',
    shapes:
      '<path N d="M11 5h3v9h-3zM19 5h3v9h-3zM27 5h3v9h-3z"/><path d="M10 14h5v21h-5zM18 14h5v21h-5zM26 14h5v21h-5z"/>',
  },
  package: {
    fill: cardboard,
    shapes:
      '<path d="M5 13l15-7 15 7v16l-15 7-15-7z"/><path W d="M5 13l15 7 15-7-15-7z"/>' +
      '<path d="M20 20v16M12 9.700l15 7v6"/>',
  },
}

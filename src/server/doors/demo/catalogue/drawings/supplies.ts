import type { Drawing } from './tools.ts'

const plastic = '#eef1f3'

export const electricalDrawings: Readonly<Record<string, Drawing>> = {
  cable: {
    shapes:
      '<circle cx="18" cy="20" r="14"/><circle N cx="18" cy="20" r="9.500"/><circle W cx="18" cy="20" r="5"/>' +
      '<path O d="M18 34h16M32 31v6"/>',
  },
  socket: {
    shapes:
      '<rect x="6" y="6" width="28" height="28" rx="4"/><circle W cx="20" cy="20" r="9"/>' +
      '<path d="M16 20h.01M24 20h.01M20 11v3M20 26v3"/>',
  },
  switch: {
    shapes:
      '<rect x="6" y="6" width="28" height="28" rx="4"/><path W d="M12 11h16v18H12z"/><path N d="M12 20h16v9H12z"/>',
  },
  frame: {
    shapes:
      '<rect x="3" y="10" width="34" height="20" rx="3"/><rect W x="7" y="14" width="12" height="12" rx="1"/>' +
      '<rect W x="21" y="14" width="12" height="12" rx="1"/>',
  },
  breaker: {
    shapes:
      '<path d="M12 4h16v8h3v16h-3v8H12v-8H9V12h3z"/><path W d="M14 15h12v10H14z"/><path N d="M17 17h6v4h-6z"/>' +
      '<path d="M20 8h.01M20 32h.01"/>',
  },
  rcd: {
    shapes:
      '<path d="M7 4h26v8h2v16h-2v8H7v-8H5V12h2z"/><path W d="M9 15h13v10H9z"/><path N d="M12 17h7v4h-7z"/>' +
      '<circle N cx="28" cy="20" r="3"/><path d="M14 8h.01M26 8h.01M14 32h.01M26 32h.01"/>',
  },
  panel: {
    shapes:
      '<rect x="6" y="4" width="28" height="32" rx="2"/><path W d="M10 9h20v8H10zM10 21h20v8H10z"/>' +
      '<path N d="M13 11h3v4h-3zM18 11h3v4h-3zM23 11h3v4h-3zM13 23h3v4h-3zM18 23h3v4h-3z"/>',
  },
  terminal: {
    fill: '#f7ecd4',
    shapes:
      '<path d="M7 15h26v17H7z"/><path N d="M9 8h6v10H9zM17 8h6v10h-6zM25 8h6v10h-6z"/>' +
      '<circle W cx="12" cy="26" r="2"/><circle W cx="20" cy="26" r="2"/><circle W cx="28" cy="26" r="2"/>',
  },
  extension: {
    shapes:
      '<rect x="4" y="16" width="27" height="11" rx="4"/><circle W cx="10" cy="21.500" r="2.500"/>' +
      '<circle W cx="17.500" cy="21.500" r="2.500"/><circle W cx="25" cy="21.500" r="2.500"/>' +
      '<path O d="M31 21c6 0 5-10 0-11h-9"/><path N d="M17 8h5v5h-5z"/>',
  },
  lamp: {
    shapes:
      '<path d="M20 4a11 11 0 0 0-6 20c1 1 1 2 1 3h10c0-1 0-2 1-3a11 11 0 0 0-6-20z"/>' +
      '<path N d="M15 27h10v6H15z"/><path d="M15 30h10M18 36h4"/>',
  },
  luminaire: {
    shapes: '<path d="M5 12h30l-4 10H9z"/><path N d="M9 22h22v3H9z"/><path d="M20 12V5M12 29l-2 4M20 29v5M28 29l2 4"/>',
  },
  floodlight: {
    shapes:
      '<path d="M6 8h28v16H6z"/><path W d="M10 12h20v8H10z"/><path N d="M16 24h8v5h-8z"/>' +
      '<path d="M12 33h16M20 29v4M15 12v8M20 12v8M25 12v8"/>',
  },
  flashlight: {
    shapes:
      '<path d="M4 17h17v8H4z"/><path N d="M21 14h6v14h-6z"/><path d="M11 17v-2h4v2M31 16l4-3M31 21h5M31 26l4 3"/>',
  },
  'tape-roll': {
    shapes: '<circle cx="18" cy="19" r="14"/><circle W cx="18" cy="19" r="6"/><path N d="M18 33h17v-5H29"/>',
  },
  corrugated: {
    fill: plastic,
    shapes:
      '<path ' +
      'd="M4 15c0-2 3-2 3 0s3 2 3 0 3-2 3 0 3 2 3 0 3-2 3 0 3 2 3 0 3-2 3 0 3 2 3 0 3-2 3 0v10c0 2-3 2-3 ' +
      '0s-3-2-3 0-3 2-3 0-3-2-3 0-3 2-3 0-3-2-3 0-3 2-3 0-3-2-3 0-3 2-3 0z"/>' +
      '<path N d="M31 13c3 0 5 3 5 7s-2 7-5 7"/>',
  },
  trunking: {
    fill: plastic,
    shapes: '<path d="M4 27l20-17h12L16 27z"/><path N d="M4 27h12v7H4zM16 27l20-17v7L16 34z"/>',
  },
}

export const plumbingDrawings: Readonly<Record<string, Drawing>> = {
  pipe: {
    fill: plastic,
    shapes:
      '<path d="M9 8l22 16v10L9 18z"/><ellipse W cx="9" cy="13" rx="4" ry="5.500"/><path d="M31 24c3 1 3 8 0 10"/>',
  },
  coil: {
    fill: plastic,
    shapes:
      '<circle cx="19" cy="20" r="15"/><circle W cx="19" cy="20" r="7"/><circle O cx="19" cy="20" r="11"/>' +
      '<path O d="M19 35h16"/>',
  },
  fitting: {
    fill: plastic,
    shapes:
      '<path d="M10 34V19a10 10 0 0 1 10-10h10v11h-7a2 2 0 0 0-2 2v12z"/><path N d="M8 29h15v6H8zM28 7h6v15h-6z"/>',
  },
  valve: {
    shapes:
      '<path N d="M4 18h7v12H4zM29 18h7v12h-7z"/><path d="M11 20h18v8H11z"/><circle cx="20" cy="24" r="6"/>' +
      '<path d="M18 18v-7h4v7M7 7h26v4H7z"/>',
  },
  hose: {
    shapes:
      '<path O stroke-width="5" d="M10 8v10c0 14 20 2 20 14"/>' +
      '<path O stroke="#fff" stroke-width="2" d="M10 8v10c0 14 20 2 20 14"/>' +
      '<path N d="M6 4h8v6H6zM26 30h8v6h-8z"/>',
  },
  faucet: {
    shapes:
      '<path d="M12 34V16h8v18z"/><path d="M20 16h8c4 0 6 3 6 7v2h-6v-2h-8z"/>' +
      '<path N d="M10 34h12v2H10zM12 16l2-9 10-3 1 3-7 4-1 5z"/><path d="M31 29v.01M31 33v.01"/>',
  },
  mixer: {
    shapes:
      '<path d="M6 14h28v8H6z"/><circle N cx="8" cy="18" r="4.500"/><circle N cx="32" cy="18" r="4.500"/>' +
      '<path d="M16 22v8h7v-8M17 14l1-7h5l1 7M19.500 34v.01"/>',
  },
  shower: {
    shapes:
      '<path d="M22 8a10 10 0 0 1 11 11L19 13z"/><path N d="M20 11l14 10-2 3-14-10z"/>' +
      '<path d="M20 10L6 28l3 3 12-14M24 27v.01M28 30v.01M22 32v.01M27 35v.01"/>',
  },
  toilet: {
    shapes:
      '<path d="M8 5h9v15H8z"/><path d="M8 20h26c0 6-4 10-10 10l2 6H12l1-8c-3-2-5-5-5-8z"/>' +
      '<path N d="M17 16h16v4H17z"/>',
  },
  sink: {
    shapes:
      '<path d="M4 17h32l-3 9c-1 3-4 4-7 4H14c-3 0-6-1-7-4z"/>' +
      '<path W d="M10 20h20l-1 4c-1 2-3 3-5 3h-8c-2 0-4-1-5-3z"/><path N d="M18 17V9h8v4h-4v4zM17 30h6v6h-6z"/>',
  },
  siphon: {
    shapes:
      '<path d="M15 4h10v5H15z"/><path d="M18 9h4v7h-4z"/><path d="M13 16h14v14c0 6-14 6-14 0z"/>' +
      '<path N d="M27 19h9v5h-9zM13 27h14v3H13z"/>',
  },
  pump: {
    shapes:
      '<circle cx="20" cy="20" r="10"/><circle N cx="20" cy="20" r="5"/><path d="M20 17v6M17 20h6"/>' +
      '<path N d="M15 4h10v6H15zM15 30h10v6H15z"/><path d="M30 16h6v8h-6"/>',
  },
  radiator: {
    shapes:
      '<path d="M5 8h6v24H5zM13 8h6v24h-6zM21 8h6v24h-6zM29 8h6v24h-6z"/>' +
      '<path N d="M11 11h2v4h-2zM19 11h2v4h-2zM27 11h2v4h-2zM11 26h2v4h-2zM19 26h2v4h-2zM27 26h2v4h-2z"/>',
  },
  filter: {
    shapes:
      '<path N d="M13 4h14v5H13z"/><path d="M12 9h16v23H12z"/><path N d="M13 32h14v4H13z"/>' +
      '<path d="M12 15l16 4M12 21l16 4M12 27l16 4"/>',
  },
  meter: {
    shapes:
      '<path N d="M3 22h7v9H3zM30 22h7v9h-7z"/><path d="M10 23h20v7H10z"/><circle cx="20" cy="17" r="11"/>' +
      '<path W d="M14 14h12v5H14z"/><path d="M17 16.500h.01M20 16.500h.01M23 16.500h.01M20 23h.01"/>',
  },
}

export const workwearDrawings: Readonly<Record<string, Drawing>> = {
  glove: {
    shapes:
      '<path ' +
      'd="M12 36V24l-6-7c-1-2 2-4 4-2l4 4V9c0-3 4-3 4 0v-2c0-3 4-3 4 0v2c0-3 4-3 4 0v3c0-2 4-2 4 1v13l-3 10z"/>' +
      '<path d="M18 9v9M22 9v9M26 12v6M12 31h16"/>',
  },
  jacket: {
    shapes:
      '<path d="M14 5l-9 6-2 17h6l1-8v15h20V20l1 8h6l-2-17-9-6-6 4z"/><path N d="M14 5l6 4 6-4 1 5-7 4-7-4z"/>' +
      '<path d="M20 14v21M13 24h4M23 24h4"/>',
  },
  'winter-jacket': {
    shapes:
      '<path d="M13 8l-8 5-2 16h7v7h20v-7h7l-2-16-8-5z"/><path N d="M13 8c0-6 14-6 14 0 1 6-15 6-14 0z"/>' +
      '<path d="M20 13v23M10 20v9M30 20v9M13 21h14M13 28h14"/>',
  },
  coat: {
    shapes:
      '<path d="M15 4l-8 5-3 15h5l1-6-2 18h24l-2-18 1 6h5l-3-15-8-5-5 4z"/><path N d="M15 4l5 11 5-11-5 4z"/>' +
      '<path d="M20 15v21M12 26h5M23 26h5"/>',
  },
  trousers: {
    shapes:
      '<path d="M11 4h18l3 32h-9l-3-20-3 20H8z"/><path N d="M11 4h18v4H11z"/><path d="M11 12l4-2M29 12l-4-2M20 8v8"/>',
  },
  overalls: {
    shapes:
      '<path d="M13 10h14v7l4 19h-8l-3-13-3 13H9l4-19z"/><path d="M13 10l-2-6M27 10l2-6"/>' +
      '<path N d="M16 12h8v5h-8z"/><path d="M13 20h14"/>',
  },
  tshirt: {
    shapes: '<path d="M14 6l-11 6 3 7 5-2v18h18V17l5 2 3-7-11-6c-1 5-11 5-12 0z"/><path O d="M13 10c3 3 11 3 14 0"/>',
  },
  vest: {
    shapes:
      '<path d="M13 5l-5 4 2 7v19h20V16l2-7-5-4-7 12z"/><path N d="M10 20h20v3H10zM10 28h20v3H10z"/>' +
      '<path d="M20 17v18"/>',
  },
  boot: {
    shapes:
      '<path d="M10 5h12v13l10 5c3 1 4 3 4 6H10z"/><path N d="M8 29h28v5H8z"/>' +
      '<path d="M17 10h5M17 14h5M22 18l-4 2M26 20l-3 3M14 34v-2M20 34v-2M26 34v-2"/>',
  },
  'rubber-boot': { shapes: '<path d="M11 4h12v18l9 4c3 1 4 3 4 5H11z"/><path N d="M9 31h27v4H9zM11 4h12v5H11z"/>' },
  shoe: {
    shapes:
      '<path d="M5 13h9l5 6 12 3c4 1 5 3 5 6H5z"/><path N d="M4 28h32v4H4z"/>' +
      '<path d="M16 18l3-2M19 21l3-2M23 22l2-2"/>',
  },
  helmet: { shapes: '<path d="M6 26a14 14 0 0 1 28 0z"/><path N d="M3 26h34v4H3zM17 10c0-3 6-3 6 0v16h-6z"/>' },
  glasses: {
    shapes:
      '<path d="M4 15h32v6c0 5-4 7-8 7s-6-3-8-6c-2 3-4 6-8 6s-8-2-8-7z"/>' +
      '<path W d="M7 18h10c0 5-2 7-5 7s-5-2-5-5zM23 18h10v2c0 3-2 5-5 5s-5-2-5-7z"/>' +
      '<path d="M4 15l-1-4M36 15l1-4"/>',
  },
  respirator: {
    shapes:
      '<path d="M8 15c3-5 8-8 12-8s9 3 12 8v8c-3 6-8 10-12 10S11 29 8 23z"/>' +
      '<circle N cx="20" cy="23" r="4.500"/>' +
      '<path d="M8 16L3 12M32 16l5-4M8 24l-5 4M32 24l5 4M14 13c4-2 8-2 12 0"/>',
  },
  earmuffs: {
    shapes:
      '<path O d="M9 19v-2a11 11 0 0 1 22 0v2"/><rect x="5" y="18" width="8" height="15" rx="4"/>' +
      '<rect x="27" y="18" width="8" height="15" rx="4"/><path N d="M13 21h2v9h-2zM25 21h2v9h-2z"/>',
  },
  harness: {
    shapes:
      '<path d="M11 4h4l6 15h-4zM29 4h-4l-6 15h4z"/><path d="M10 18h20v5H10z"/><path N d="M17 17h6v7h-6z"/>' +
      '<path d="M12 23h4l-2 8c-1 3-5 3-5 0zM28 23h-4l2 8c1 3 5 3 5 0z"/><circle W cx="20" cy="9" r="2.500"/>',
  },
}

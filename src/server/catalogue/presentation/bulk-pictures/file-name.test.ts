import { expect, test } from 'vitest'
import { readPictureName } from './file-name.ts'

test('a name is a code, or a code with a number at its end', () => {
  const readings: [string, [string, number][]][] = [
    [
      'ДР-12.jpg',
      [
        ['др12', 0],
        ['др', 12],
      ],
    ],
    [
      'фото/Лето 2026/ДР-12_2.JPEG',
      [
        ['др122', 0],
        ['др12', 2],
      ],
    ],
    [
      'C:\\снимки\\AB 7 (3).png',
      [
        ['ab7(3)', 0],
        ['ab7', 3],
      ],
    ],
    ['4607001234567.webp', [['4607001234567', 0]]],
    [
      '4607001234567-01.webp',
      [
        ['460700123456701', 0],
        ['4607001234567', 1],
      ],
    ],
    ['арт.5.123.jpg', [['арт5123', 0]]],
    ['7.jpg', [['7', 0]]],
    // Some systems store names decomposed.
    [
      'Йод-1.jpg',
      [
        ['йод1', 0],
        ['йод', 1],
      ],
    ],
    ['.jpg', []],
    ['---.png', []],
    ['', []],
  ]
  for (const [name, expected] of readings)
    expect(readPictureName(name.normalize('NFD')), name).toEqual(expected.map(([code, number]) => ({ code, number })))
})

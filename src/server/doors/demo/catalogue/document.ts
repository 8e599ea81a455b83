import { attribute, block, element } from '../xml.ts'
import { demoCatalogue } from './identifiers.ts'

/** The root element with these lines: UTF-8 with a byte order mark, as 1C writes it. */
export function documentLines(formedAt: string, lines: readonly string[]): string {
  const root = [
    attribute('xmlns', 'urn:1C.ru:commerceml_2'),
    attribute('xmlns:xs', 'http://www.w3.org/2001/XMLSchema'),
    attribute('xmlns:xsi', 'http://www.w3.org/2001/XMLSchema-instance'),
    attribute('ВерсияСхемы', '2.07'),
    attribute('ДатаФормирования', formedAt),
  ].join(' ')
  return ['\ufeff<?xml version="1.0" encoding="UTF-8"?>', ...block('КоммерческаяИнформация', lines, root), ''].join(
    '\n',
  )
}

export function ownerLines(): string[] {
  const { owner } = demoCatalogue
  return block('Владелец', [
    element('Ид', owner.id),
    element('Наименование', owner.name),
    element('ОфициальноеНаименование', owner.name),
    element('ИНН', owner.inn),
    element('КПП', owner.kpp),
  ])
}

/** Common first names and the patronymics derived from men's, to complete full names without DaData. */
const men =
  'Александр, Алексей, Анатолий, Андрей, Антон, Аркадий, Артём, Артур, Борис, Вадим, Валентин, Валерий, ' +
  'Василий, Виктор, Виталий, Владимир, Владислав, Вячеслав, Геннадий, Георгий, Глеб, Григорий, Даниил, Денис, ' +
  'Дмитрий, Евгений, Егор, Иван, Игорь, Илья, Кирилл, Константин, Лев, Леонид, Максим, Марат, Матвей, Михаил, ' +
  'Никита, Николай, Олег, Павел, Пётр, Ринат, Роман, Руслан, Рустам, Семён, Сергей, Станислав, Степан, Тимофей, ' +
  'Тимур, Фёдор, Эдуард, Юрий, Яков, Ярослав'
const women =
  'Александра, Алёна, Алина, Алла, Анастасия, Ангелина, Анна, Антонина, Валентина, Валерия, Варвара, Вера, ' +
  'Вероника, Виктория, Галина, Дарья, Диана, Ева, Евгения, Екатерина, Елена, Елизавета, Жанна, Зинаида, Зоя, ' +
  'Инна, Ирина, Карина, Кира, Клавдия, Ксения, Лариса, Лидия, Любовь, Людмила, Маргарита, Марина, Мария, ' +
  'Надежда, Наталья, Нина, Оксана, Ольга, Полина, Раиса, Римма, Светлана, София, Софья, Таисия, Тамара, ' +
  'Татьяна, Ульяна, Элина, Эльвира, Юлия, Яна'

export const menNames: readonly string[] = men.split(', ')
export const womenNames: readonly string[] = women.split(', ')

/** Patronymics that the rules below do not derive. */
const irregular: Record<string, [man: string, woman: string]> = {
  Илья: ['Ильич', 'Ильинична'],
  Лев: ['Львович', 'Львовна'],
  Михаил: ['Михайлович', 'Михайловна'],
  Никита: ['Никитич', 'Никитична'],
  Павел: ['Павлович', 'Павловна'],
  Пётр: ['Петрович', 'Петровна'],
  Фёдор: ['Фёдорович', 'Фёдоровна'],
  Яков: ['Яковлевич', 'Яковлевна'],
}

/** 'Сергей' → 'Сергеевич', 'Сергеевна'; 'Виталий' → 'Витальевич', 'Витальевна'. */
export function patronymicsOf(father: string): [man: string, woman: string] {
  const known = irregular[father]
  if (known) return known
  if (/[гкх]ий$/.test(father)) return bothOf(`${father.slice(0, -1)}ев`)
  if (father === 'Дмитрий') return bothOf('Дмитриев')
  if (father === 'Юрий') return bothOf('Юрьев')
  if (father.endsWith('ий')) return bothOf(`${father.slice(0, -2)}ьев`)
  if (/[йь]$/.test(father)) return bothOf(`${father.slice(0, -1)}ев`)
  return bothOf(`${father}ов`)
}

function bothOf(stem: string): [man: string, woman: string] {
  return [`${stem}ич`, `${stem}на`]
}

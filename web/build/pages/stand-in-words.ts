import type { ContentPage, FaqPost, GetFaqAnswer, ListFaqAnswer } from '@/api/gen-content';
import { learnAnswer } from '@/lib/site/answers-inside';
import type { Language } from '@/lib/text/language';
import type { ConditionalPart } from './page-tree';
import { listOf, slot, type Variant } from './slots';

/** A page of words of which everything is a slot. */
const page: ContentPage = {
  slug: '',
  url: '',
  title: slot('{{$.Page.Title}}'),
  lead: slot('{{$.Page.Lead}}'),
  body: slot('{{$.Page.Body}}'),
  choices: listOf('$.Page.Choices', [
    { when: 'true', item: { key: slot('{{.Key}}'), title: slot('{{.Title}}'), body: slot('{{.Body}}') } },
  ]),
};

const post = { feature: false, show_in_mobile: true, show_in_web: true };

/** Of which every post is a question with its answer. Those of the web have an address, as the page that lists them is there. */
function postsOf(range: string, topic: string, title: string): FaqPost[] {
  const ways = [true, false].flatMap((image) => [true, false].map((video) => ({ image, video })));
  return listOf(
    range,
    ways.map(
      ({ image, video }, id): Variant<FaqPost> => ({
        when: `and (eq (ne .Image "") ${image}) (eq (ne .Video "") ${video})`,
        item: {
          ...post,
          id,
          topic,
          title,
          slug: '',
          details: slot('{{.Details}}'),
          url: `/${slot('{{.Inner}}')}`,
          ...(image && { image: slot('{{.Image}}') }),
          ...(video && { video_url: slot('{{.Video}}') }),
        },
      }),
    ),
  );
}

const topic = slot('{{.Key}}');
const questions: ListFaqAnswer = {
  data: {
    topics: listOf('$.Topics', [{ when: 'true', item: { key: topic, title: slot('{{.Title}}') } }]),
    items: postsOf('.Posts', topic, slot('{{.Title}}')),
  },
};

export const questionSlug = slot('{{$.Question.Slug}}');
const topicOfQuestion = 'the topic of the question';
const question: GetFaqAnswer = {
  data: {
    ...post,
    id: -1,
    topic: topicOfQuestion,
    title: slot('{{$.Question.Title}}'),
    details: slot('{{$.Question.Details}}'),
    slug: questionSlug,
    url: '',
    image: slot('{{$.Question.Image}}'),
    video_url: slot('{{$.Question.Video}}'),
  },
};
const other = slot('{{.Title}}');
const others: ListFaqAnswer = {
  data: { topics: [], items: postsOf('$.Question.Others', topicOfQuestion, other) },
};

/** What the pages of words ask for, each of slots. */
export function learnWords(language: Language): void {
  learnAnswer(language, 'page content-page', page);
  learnAnswer(language, 'questions ', questions);
  learnAnswer(language, `question ${questionSlug}`, question);
  learnAnswer(language, `questions ${topicOfQuestion}`, others);
}

/** Parts of these pages that are there only where there is something for them. */
export const partsWithWords: ConditionalPart[] = [
  { condition: '{{if .Page.Body}}', element: 'div', mark: page.body },
  { condition: '{{if .Page.Choices}}', element: 'section', mark: 'id="choices"' },
  { condition: '{{if .Question.Image}}', element: 'img', mark: question.data.image },
  { condition: '{{if .Question.Video}}', element: 'a', mark: question.data.video_url },
  { condition: '{{if .Question.Others}}', element: 'section', mark: other },
];

/** What a page says of itself to who has not opened it, where it has no lead. */
export const inShort: Record<string, string> = { question: slot('{{$.Question.Short}}') };

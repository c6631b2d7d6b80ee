import type { ContentPage, FaqPost, GetFaqAnswer, ListFaqAnswer } from '@/api/gen-content';
import { learnAnswer } from '@/lib/site/answers-inside';
import type { Language } from '@/lib/text/language';
import type { ConditionalPart } from './page-tree';
import { listOf, slot, type Variant } from './slots';

/** A content page with a slot for each value. */
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

/**
 * Returns posts with a question and its answer. Questions on the web have an address, because the page that
 * lists them exists.
 */
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

/** Stores the answers that content pages request, each made of slots. */
export function learnWords(language: Language): void {
  learnAnswer(language, 'page content-page', page);
  learnAnswer(language, 'questions ', questions);
  learnAnswer(language, `question ${questionSlug}`, question);
  learnAnswer(language, `questions ${topicOfQuestion}`, others);
}

/** Parts that content pages have only if there is content for them. */
export const partsWithWords: ConditionalPart[] = [
  { condition: '{{if .Page.Body}}', element: 'div', mark: page.body },
  { condition: '{{if .Page.Choices}}', element: 'section', mark: 'id="choices"' },
  { condition: '{{if .Question.Image}}', element: 'img', mark: question.data.image },
  { condition: '{{if .Question.Video}}', element: 'a', mark: question.data.video_url },
  { condition: '{{if .Question.Others}}', element: 'section', mark: other },
];

/** The description of a page without a lead, for search engines. */
export const inShort: Record<string, string> = { question: slot('{{$.Question.Short}}') };

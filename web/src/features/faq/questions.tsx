import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FaqPost } from '@/api/gen-content';
import { Disclosure } from '@/components/disclosure';
import { RichText } from '@/components/richtext/rich-text';
import classes from './faq.module.css';

/** The answer with its additional parts. */
export function Answer({ post }: { post: FaqPost }) {
  const { t } = useTranslation('faq');
  return (
    <>
      <RichText html={post.details} />
      {post.image && <img src={post.image} alt="" className={classes.image} loading="lazy" />}
      {post.video_url && <a href={post.video_url}>{t('video')}</a>}
    </>
  );
}

/** Questions that open in place. Each also has its own address, which is not shown inside the mobile app. */
export function Questions({ posts, inside = false }: { posts: FaqPost[]; inside?: boolean }) {
  const { t } = useTranslation('faq');
  return (
    <ul className="stack tight">
      {posts.map((post) => (
        <li key={post.id} className={`card ${classes.item}`}>
          <Disclosure title={post.title}>
            <div className={classes.answer}>
              <Answer post={post} />
              {post.url && !inside && (
                <Link to={post.url} className={classes.own} aria-label={`${t('open')}: ${post.title}`}>
                  {t('open')}
                </Link>
              )}
            </div>
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}

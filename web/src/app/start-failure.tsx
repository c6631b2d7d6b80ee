import classes from './start-failure.module.css';

/**
 * Says in both languages that the app could not start. It loads nothing, because not even the texts could be
 * loaded.
 */
export function StartFailure() {
  return (
    <div className={classes.page} role="alert">
      <p lang="ar" dir="rtl">
        حدث خطأ ما. تحقق من اتصالك بالإنترنت ثم حاول مرة أخرى.
      </p>
      <p lang="en" dir="ltr">
        Something went wrong. Check your connection and try again.
      </p>
      <button type="button" className={classes.retry} onClick={() => location.reload()}>
        <span lang="ar">حاول مرة أخرى</span> · <span lang="en">Try again</span>
      </button>
    </div>
  );
}

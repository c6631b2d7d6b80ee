package docs_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/docs"
	"selfcare/api/failures"
	"selfcare/api/gen"
	"selfcare/internal/contract"
)

func TestPage_EachLink_HasATarget(t *testing.T) {
	document, err := gen.GetSpec()
	require.NoError(t, err)
	page, err := docs.Page(document)
	require.NoError(t, err)
	links := regexp.MustCompile(`href="#([^"]+)"`).FindAllSubmatch(page, -1)
	require.Greater(t, len(links), len(document.Components.Schemas))
	for _, link := range links {
		require.Contains(t, string(page), `id="`+string(link[1])+`"`)
	}
}

func TestPage_Field_ShowsItsRules(t *testing.T) {
	document, err := gen.GetSpec()
	require.NoError(t, err)
	page, err := docs.Page(document)
	require.NoError(t, err)
	for _, words := range []string{"at most 80 characters", "<code>deliveryFees.homeDelivery</code>", `id="StartOrder"`, "default 10", "at least 16"} {
		require.Contains(t, string(page), words)
	}
}

func TestLoginPage_HostileMessage_IsEscaped(t *testing.T) {
	require.Contains(t, string(docs.LoginPage(docs.LoginForm{Message: "<b>no</b>"})), "&lt;b&gt;no&lt;/b&gt;")
	require.NotContains(t, string(docs.LoginPage(docs.LoginForm{})), "role=\"status\"")
	require.NotContains(t, string(docs.LoginPage(docs.LoginForm{})), "script")
	require.Contains(t, string(docs.LoginPage(docs.LoginForm{Task: `{"salt":"\"><b>"}`})), "data-task=\"{&#34;salt&#34;:&#34;\\&#34;&gt;&lt;b&gt;&#34;}\"")
}

func TestPage_EachFailure_ListsItsCalls(t *testing.T) {
	document, err := gen.GetSpec()
	require.NoError(t, err)
	page, err := docs.Page(document)
	require.NoError(t, err)
	for code := range contract.Catalogue {
		require.Contains(t, string(page), `id="`+failures.Anchor(code)+`"`)
	}
	require.Contains(t, string(page), `<a href="#failure-number_taken"><code>409 number_taken</code></a>`)
	require.Contains(t, string(page), "<code>orderSession</code>, or <code>ownerSession</code>")
}

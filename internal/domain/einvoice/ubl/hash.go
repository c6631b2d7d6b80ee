package ubl

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"github.com/beevik/etree"
	dsig "github.com/russellhaering/goxmldsig"
)

const (
	largest = 1 << 20 // bytes in a document
	deepest = 32      // nested elements
)

// Parse reads the XML of a document. It refuses entities, and declarations that another reader could understand differently.
func Parse(text []byte) (*etree.Document, error) {
	if len(text) > largest {
		return nil, fmt.Errorf("%w: %d bytes", ErrXML, len(text))
	}
	tree := etree.NewDocument()
	tree.ReadSettings = etree.ReadSettings{ValidateInput: true}
	if err := tree.ReadFromBytes(text); err != nil {
		return nil, fmt.Errorf("%w: no well-formed XML", ErrXML)
	}
	if err := plainTree(&tree.Element, deepest); err != nil {
		return nil, err
	}
	if root := tree.Root(); root == nil || root.Tag != "Invoice" || root.NamespaceURI() != namespaces[0][1] {
		return nil, fmt.Errorf("%w: another root", ErrXML)
	}
	return tree, nil
}

// plainTree refuses parts that our documents never have and that canonical XML does not show.
func plainTree(e *etree.Element, left int) error {
	if left == 0 {
		return fmt.Errorf("%w: too deep", ErrXML)
	}
	for _, child := range e.Child {
		switch c := child.(type) {
		case *etree.Directive, *etree.Comment:
			return fmt.Errorf("%w: a declaration or a comment", ErrXML)
		case *etree.ProcInst:
			if c.Target != "xml" {
				return fmt.Errorf("%w: an instruction", ErrXML)
			}
		case *etree.Element:
			if err := plainTree(c, left-1); err != nil {
				return err
			}
		}
	}
	return nil
}

// Digest returns the hash of a document: the SHA-256 of its canonical XML 1.1, without stamp and QR code.
func Digest(tree *etree.Document) ([]byte, error) {
	bare := tree.Copy().Root()
	for _, child := range bare.ChildElements() {
		name := child.FullTag()
		if name == Extensions || name == Signature || name == Reference && Text(child, "cbc:ID") == ReferenceCode {
			bare.RemoveChild(child)
		}
	}
	canonical, err := dsig.MakeC14N11Canonicalizer().Canonicalize(bare)
	if err != nil {
		return nil, errors.Join(ErrXML, err)
	}
	sum := sha256.Sum256(canonical)
	return sum[:], nil
}

// Write writes the text of a document.
func Write(tree *etree.Document, to io.Writer) error {
	tree.WriteSettings = etree.WriteSettings{CanonicalText: true, CanonicalAttrVal: true}
	_, err := tree.WriteTo(to)
	return err
}

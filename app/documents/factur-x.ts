import type { Paper } from '#app/documents/paper.ts'

/**
 * Embeds an e-invoice into a paper, as Factur-X 1.0 (ZUGFeRD 2) requires: the file under its fixed name, and metadata
 * that describe it. PDF/A requires the schema of such metadata beside them.
 */
export function attachEInvoice({ doc }: Paper, xml: string, madeAt: Date): void {
	const options = {
		name: 'factur-x.xml',
		type: 'text/xml',
		description: 'Factur-X / ZUGFeRD',
		creationDate: madeAt,
		modifiedDate: madeAt,
		// Says that the file is the invoice in another form; the types of pdfkit lack this option.
		relationship: 'Alternative',
	}
	doc.file(Buffer.from(xml), options)
	Reflect.apply(Reflect.get(doc, 'appendXML') as (xml: string) => void, doc, [metadata])
}

const schema = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const properties = [
	['DocumentFileName', 'The name of the embedded XML document'],
	['DocumentType', 'The type of the hybrid document'],
	['Version', 'The version of the XML schema'],
	['ConformanceLevel', 'The conformance level of the XML data'],
].map(
	([name, description]) => `
					<rdf:li rdf:parseType="Resource">
						<pdfaProperty:name>${name}</pdfaProperty:name>
						<pdfaProperty:valueType>Text</pdfaProperty:valueType>
						<pdfaProperty:category>external</pdfaProperty:category>
						<pdfaProperty:description>${description}</pdfaProperty:description>
					</rdf:li>`,
)

const metadata = `
	<rdf:Description rdf:about="" xmlns:fx="${schema}">
		<fx:DocumentType>INVOICE</fx:DocumentType>
		<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>
		<fx:Version>1.0</fx:Version>
		<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
	</rdf:Description>
	<rdf:Description rdf:about=""
		xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
		xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
		xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
		<pdfaExtension:schemas>
			<rdf:Bag>
				<rdf:li rdf:parseType="Resource">
					<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
					<pdfaSchema:namespaceURI>${schema}</pdfaSchema:namespaceURI>
					<pdfaSchema:prefix>fx</pdfaSchema:prefix>
					<pdfaSchema:property>
						<rdf:Seq>${properties.join('')}
						</rdf:Seq>
					</pdfaSchema:property>
				</rdf:li>
			</rdf:Bag>
		</pdfaExtension:schemas>
	</rdf:Description>
`
